import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idOf, uniqueWhere } from "./columns";
import { users } from "./people";
import { withdrawals } from "./rewards";

/** Which column of a bank's file has what, as an operator named them: once for each set of column names. */
export const bankLayouts = sqliteTable("bank_layouts", {
  headers: text("headers").primaryKey(),
  columns: text("columns").notNull(),
  namedBy: idOf("named_by", () => users.id),
  namedAtMs: integer("named_at_ms").notNull(),
});

/** A file in which the bank says what it paid. The same file is taken once. */
export const bankAnswers = sqliteTable(
  "bank_answers",
  {
    /** Derived from the file's content and the columns it was read by. */
    id: text("id").primaryKey(),
    number: integer("number").notNull().unique(),
    sha256: text("sha256").notNull().unique(),
    handedInBy: idOf("handed_in_by", () => users.id),
    handedInAtMs: integer("handed_in_at_ms").notNull(),
    /** Entries of the file that say nothing about payouts: money that came in, and what is not booked yet. */
    otherLines: integer("other_lines").notNull(),
    markedBy: text("marked_by").references(() => users.id),
    markedAtMs: integer("marked_at_ms"),
  },
  (t) => [check("bank_answers_marked", sql`(${t.markedBy} IS NULL) = (${t.markedAtMs} IS NULL)`)],
);

/** One payment or return of a bank's answer, and the request that it is about. Without a problem that request is paid with the file. */
export const bankAnswerLines = sqliteTable(
  "bank_answer_lines",
  {
    answerId: idOf("answer_id", () => bankAnswers.id),
    line: integer("line").notNull(),
    /** As the bank wrote it, cut. */
    reference: text("reference").notNull(),
    bankReference: text("bank_reference").notNull(),
    amountCents: integer("amount_cents"),
    bookedOn: text("booked_on"),
    withdrawalId: text("withdrawal_id").references(() => withdrawals.id),
    problem: text("problem"),
  },
  (t) => [
    primaryKey({ columns: [t.answerId, t.line] }),
    uniqueWhere("bank_answer_lines_match_once", [t.withdrawalId], sql`problem IS NULL`),
    index("bank_answer_lines_by_withdrawal").on(t.withdrawalId),
    check("bank_answer_lines_match", sql`${t.problem} IS NOT NULL OR ${t.withdrawalId} IS NOT NULL`),
    check(
      "bank_answer_lines_problem",
      sql`${t.problem} IN ('no-reference', 'no-such-row', 'currency', 'amount-differs', 'not-with-bank', 'returned', 'twice', 'paid-already', 'unknown-status')`,
    ),
  ],
);
