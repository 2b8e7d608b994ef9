import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { changeProposals } from "./change-proposals";

/** A month of the books that two operators closed: the ledger takes no row of its time any more. */
export const bookMonths = sqliteTable(
  "book_months",
  {
    /** '2026-11', in UTC. */
    month: text("month").primaryKey(),
    untilMs: integer("until_ms").notNull(),
    rowCount: integer("row_count").notNull(),
    proposalId: text("proposal_id")
      .notNull()
      .references(() => changeProposals.id),
    closedAtMs: integer("closed_at_ms").notNull(),
  },
  (t) => [
    index("book_months_until").on(t.untilMs),
    index("book_months_by_proposal").on(t.proposalId),
    check("book_months_name", sql`${t.month} GLOB '20[0-9][0-9]-[01][0-9]'`),
    check("book_months_over", sql`${t.closedAtMs} >= ${t.untilMs}`),
  ],
);

/** The trial balance as it was when the month was closed, in cents: with it whatever is altered later is seen. */
export const bookBalances = sqliteTable(
  "book_balances",
  {
    month: text("month")
      .notNull()
      .references(() => bookMonths.month),
    account: text("account").notNull(),
    openingCents: integer("opening_cents").notNull(),
    debitCents: integer("debit_cents").notNull(),
    creditCents: integer("credit_cents").notNull(),
    closingCents: integer("closing_cents").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.month, t.account] }),
    check("book_balances_sum", sql`${t.closingCents} = ${t.openingCents} - ${t.debitCents} + ${t.creditCents}`),
  ],
);
