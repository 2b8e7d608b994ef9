import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { payments } from "./payments";
import { users } from "./people";

export const manualRefunds = sqliteTable(
  "manual_refunds",
  {
    paymentId: text("payment_id")
      .primaryKey()
      .references(() => payments.id),
    reference: text("reference").notNull().unique(),
    operatorId: text("operator_id")
      .notNull()
      .references(() => users.id),
    recordedAtMs: integer("recorded_at_ms").notNull(),
  },
  () => [index("manual_refunds_by_reference").on(sql`"reference" COLLATE NOCASE`)],
);
