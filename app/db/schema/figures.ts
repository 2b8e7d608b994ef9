import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What came of a week, counted by the timer from our own rows and counted again for four weeks; cents and numbers of things. */
export const weekFigures = sqliteTable(
  "week_figures",
  {
    /** Its Monday, in UTC. */
    week: text("week").primaryKey(),
    countedAtMs: integer("counted_at_ms").notNull(),
    inCents: integer("in_cents").notNull(),
    outCents: integer("out_cents").notNull(),
    /** At its end, or when it was counted. */
    heldCents: integer("held_cents").notNull(),
    owedCents: integer("owed_cents").notNull(),
    /** Withdrawals paid in it, from the end of their hold. */
    paid: integer("paid").notNull(),
    paidLate: integer("paid_late").notNull(),
    paidMedianMs: integer("paid_median_ms"),
    /** First answers to what was asked in it. */
    answered: integer("answered").notNull(),
    answeredLate: integer("answered_late").notNull(),
    answeredMedianMs: integer("answered_median_ms"),
    /** Accounts that began in it, and how many of them came so far within four weeks. */
    accounts: integer("accounts").notNull(),
    activated: integer("activated").notNull(),
    bought: integer("bought").notNull(),
  },
  (t) => [
    check("week_figures_monday", sql`strftime('%w', ${t.week}) = '1'`),
    check("week_figures_parts", sql`${t.paidLate} <= ${t.paid} AND ${t.answeredLate} <= ${t.answered}`),
    check("week_figures_of_accounts", sql`${t.activated} <= ${t.accounts} AND ${t.bought} <= ${t.accounts}`),
  ],
);
