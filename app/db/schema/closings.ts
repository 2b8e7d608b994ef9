import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./people";

/** A closing waits until nothing stands in the way and, while the account holds anything, at least a week. */
export const accountClosings = sqliteTable(
  "account_closings",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
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
    uniqueIndex("account_closings_one_open")
      .on(t.userId)
      .where(sql`cancelled_at_ms IS NULL`),
    index("account_closings_waiting")
      .on(t.askedAtMs, t.userId)
      .where(sql`cancelled_at_ms IS NULL AND closed_at_ms IS NULL`),
    uniqueIndex("account_closings_by_stop_token").on(t.stopToken),
    check("account_closings_choices", sql`${t.giveUpStakes} IN (0, 1) AND ${t.giveUpBalance} IN (0, 1)`),
    check("account_closings_end", sql`${t.cancelledAtMs} IS NULL OR ${t.closedAtMs} IS NULL`),
  ],
);
