import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idOf } from "./columns";
import { payments } from "./payments";
import { users } from "./people";

export const manualRefunds = sqliteTable(
  "manual_refunds",
  {
    paymentId: idOf("payment_id", () => payments.id).primaryKey(),
    reference: text("reference").notNull().unique(),
    operatorId: idOf("operator_id", () => users.id),
    recordedAtMs: integer("recorded_at_ms").notNull(),
  },
  () => [index("manual_refunds_by_reference").on(sql`"reference" COLLATE NOCASE`)],
);
