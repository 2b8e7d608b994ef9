import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idOf, indexWhere, uniqueWhere } from "./columns";
import { users } from "./people";

/** A closing waits until nothing stands in the way and, while the account holds anything, at least a week. */
export const accountClosings = sqliteTable(
  "account_closings",
  {
    id: text("id").primaryKey(),
    userId: idOf("user_id", () => users.id),
    giveUpStakes: integer("give_up_stakes").notNull(),
    giveUpBalance: integer("give_up_balance").notNull(),
    askedAtMs: integer("asked_at_ms").notNull(),
    closesFromMs: integer("closes_from_ms"),
    stopToken: text("stop_token"),
    cancelledAtMs: integer("cancelled_at_ms"),
    closedAtMs: integer("closed_at_ms"),
  },
  (t) => [
    index("account_closings_by_user").on(t.userId),
    uniqueWhere("account_closings_one_open", [t.userId], sql`cancelled_at_ms IS NULL`),
    indexWhere(
      "account_closings_waiting",
      [t.askedAtMs, t.userId],
      sql`cancelled_at_ms IS NULL AND closed_at_ms IS NULL`,
    ),
    uniqueIndex("account_closings_by_stop_token").on(t.stopToken),
    check("account_closings_choices", sql`${t.giveUpStakes} IN (0, 1) AND ${t.giveUpBalance} IN (0, 1)`),
    check("account_closings_end", sql`${t.cancelledAtMs} IS NULL OR ${t.closedAtMs} IS NULL`),
  ],
);
