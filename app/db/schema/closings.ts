import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./people";

/**
 * A person's request to close their account, and what is to happen to what it holds. It waits until nothing stands in the way, and, while
 * the account holds anything, at least a week. Another choice is another request, with its own wait.
 */
export const accountClosings = sqliteTable(
  "account_closings",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** 1: active stakes are given up; 0: they are held until they end. */
    giveUpStakes: integer("give_up_stakes").notNull(),
    /** 1: wallet and pending rewards are given up; 0: they are paid out first. */
    giveUpBalance: integer("give_up_balance").notNull(),
    askedAtMs: integer("asked_at_ms").notNull(),
    /** Nothing is given up before. */
    closesFromMs: integer("closes_from_ms"),
    /** In the address of the page that stops it. */
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
