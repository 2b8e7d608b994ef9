import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, rows, together, type Work } from "~/db/work";
import { cutPage, type KeysetPage } from "~/core/lists";
import { setting } from "~/core/settings/setting";

export type BankProblem =
  | "no-reference"
  | "no-such-row"
  | "currency"
  | "amount-differs"
  | "not-with-bank"
  | "returned"
  | "twice"
  | "paid-already"
  | "unknown-status";

export type BankAnswer = {
  id: string;
  number: number;
  handedInBy: string;
  handedInByEmail: string | null;
  handedInAtMs: number;
  otherLines: number;
  markedBy: string | null;
  markedByEmail: string | null;
  markedAtMs: number | null;
  lines: number;
  open: number;
  payable: number;
  payableCents: number;
  /** 1: above the limit, so another operator than the one who uploaded it marks it. */
  needsTwo: number;
};

export type AnswerLine = {
  line: number;
  reference: string;
  bankReference: string;
  amountCents: number | null;
  bookedOn: string | null;
  withdrawalId: string | null;
  holderName: string | null;
  askedCents: number | null;
  state: "progress" | "sending" | "paid" | "rejected" | "cancelled" | "returned" | null;
  problem: BankProblem | null;
  isOpen: number;
};

const letterOf = sql`EXISTS (SELECT 1 FROM dead_letters WHERE dead_letters.id = 'bank:' || lines.answer_id || ':' || lines.line
  AND resolved_at_ms IS NULL)`;

/** Payouts that marking pays, for a row of `bank_answers`; those called back are no longer held by their run. */
const payable = sql`FROM bank_answer_lines AS lines JOIN withdrawals ON withdrawals.id = lines.withdrawal_id AND withdrawals.state = 'sending'
  WHERE lines.answer_id = bank_answers.id AND lines.problem IS NULL
    AND NOT EXISTS (SELECT 1 FROM bank_answer_lines AS back WHERE back.withdrawal_id = withdrawals.id AND back.problem = 'returned')
    AND EXISTS (SELECT 1 FROM payout_run_rows WHERE payout_run_rows.withdrawal_id = withdrawals.id AND released_at_ms IS NULL)`;

export const payableCents = sql`(SELECT coalesce(sum(withdrawals.amount_cents), 0) ${payable})`;

const columns = sql`bank_answers.id, bank_answers.number, handed_in_by AS handedInBy,
  (SELECT email FROM users WHERE users.id = handed_in_by) AS handedInByEmail, handed_in_at_ms AS handedInAtMs, other_lines AS otherLines,
  marked_by AS markedBy, (SELECT email FROM users WHERE users.id = marked_by) AS markedByEmail, marked_at_ms AS markedAtMs,
  (SELECT count(*) FROM bank_answer_lines WHERE answer_id = bank_answers.id) AS lines,
  (SELECT count(*) FROM bank_answer_lines AS lines WHERE answer_id = bank_answers.id AND problem IS NOT NULL AND ${letterOf}) AS open,
  (SELECT count(*) ${payable}) AS payable, ${payableCents} AS payableCents,
  ${payableCents} > ${setting("second_operator_above_cents", 0)} AS needsTwo`;

export function readBankAnswer(db: Database, answerId: string): Work<(BankAnswer & { rows: AnswerLine[] }) | null> {
  const answer = db.all<BankAnswer>(sql`SELECT ${columns} FROM bank_answers WHERE bank_answers.id = ${answerId}`);
  const lines = db.all<AnswerLine>(sql`SELECT lines.line, lines.reference, lines.bank_reference AS bankReference,
      lines.amount_cents AS amountCents, lines.booked_on AS bookedOn, lines.withdrawal_id AS withdrawalId, withdrawals.holder_name AS holderName,
      withdrawals.amount_cents AS askedCents, withdrawals.state AS state, lines.problem, (problem IS NOT NULL AND ${letterOf}) AS isOpen
    FROM bank_answer_lines AS lines LEFT JOIN withdrawals ON withdrawals.id = lines.withdrawal_id
    WHERE lines.answer_id = ${answerId} ORDER BY lines.problem IS NULL, lines.line`);
  return mapWork(together({ answer: row(answer), lines: rows(lines) }), ({ answer: found, lines: held }) =>
    found ? { ...found, rows: held } : null,
  );
}

/** Reads up to 2,000 lines for each. */
const PAGE_ANSWERS = 10;

export function listBankAnswers(db: Database, before: number | null): Work<KeysetPage<BankAnswer>> {
  const from = before === null ? sql`1` : sql`bank_answers.number < ${before}`;
  const query = db.all<BankAnswer>(
    sql`SELECT ${columns} FROM bank_answers WHERE ${from} ORDER BY bank_answers.number DESC LIMIT ${PAGE_ANSWERS + 1}`,
  );
  return mapWork(rows(query), (found) => cutPage(found, PAGE_ANSWERS, (last) => String(last.number)));
}
