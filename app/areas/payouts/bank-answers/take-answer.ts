import { type SQL, sql } from "drizzle-orm";
import type { BankLine, BankLines } from "~/areas/payouts/bank-answers/bank-lines";
import type { BankColumns } from "~/areas/payouts/bank-answers/bank-table";
import { payableCents } from "~/areas/payouts/bank-answers/read-bank-answer";
import { paidByBank } from "~/areas/payouts/payout-run";
import { recordAudit } from "~/core/ledger/audit";
import { recordDeadLetter } from "~/core/ledger/dead-letter";
import type { OperatorAccess } from "~/core/session/guarded";
import { setting } from "~/core/settings/setting";
import type { Database } from "~/db/client";
import { bankAnswerLines, bankAnswers, bankLayouts } from "~/db/schema/payouts";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";

type Taking = {
  sha256: string;
  layout: string;
  columns: BankColumns;
  isNamed: boolean;
  answer: BankLines;
  operator: OperatorAccess;
};

/**
 * Finds the payout of each line by reference and amount; a line that matches none waits in Trouble. Pays nothing. The same file, read by
 * the same columns, counts once.
 */
export function takeAnswer(db: Database, { sha256, layout, columns, isNamed, answer, operator }: Taking): Work<string> {
  const { userId: operatorId, nowMs } = operator;
  const answerId = `bka_${sha256.slice(0, 32)}`;
  const subject = `bank-answer:${answerId}`;
  const { lines, other } = answer;
  const isNew = sql`EXISTS (SELECT 1 FROM bank_answers WHERE id = ${answerId} AND handed_in_by = ${operatorId} AND handed_in_at_ms = ${nowMs})
    AND NOT EXISTS (SELECT 1 FROM bank_answer_lines WHERE answer_id = ${answerId})`;
  const statements = [
    ...(isNamed ? remember(db, { layout, columns, operator, answerId }) : []),
    db.run(sql`INSERT INTO bank_answers (id, number, sha256, handed_in_by, handed_in_at_ms, other_lines)
      SELECT ${answerId}, (SELECT coalesce(max(number), 0) + 1 FROM bank_answers), ${sha256}, ${operatorId}, ${nowMs}, ${other}
      WHERE 1 ON CONFLICT (id) DO NOTHING`),
    db.run(sql`INSERT INTO bank_answer_lines (answer_id, line, reference, bank_reference, amount_cents, booked_on, withdrawal_id, problem)
      SELECT ${answerId}, line, reference, bank_reference, amount_cents, booked_on, withdrawal_id, problem
      FROM (${matched(lines)}) WHERE ${isNew}`),
    recordDeadLetter(
      db,
      {
        id: sql`'bank:' || answer_id || ':' || line`,
        origin: "bank",
        body: sql<string>`json_object('answerId', answer_id, 'line', line, 'withdrawalId', withdrawal_id)`,
        error: sql`problem`,
        nowMs,
      },
      "stays",
      {
        from: bankAnswerLines,
        where: sql`answer_id = ${answerId} AND problem IS NOT NULL AND problem <> 'paid-already'`,
      },
    ),
    recordAudit(
      db,
      {
        id: `${subject}:taken`,
        by: operator,
        action: "bank-answer-taken",
        subject,
        detail: sql`number || ': ' || (SELECT count(*) FROM bank_answer_lines WHERE answer_id = bank_answers.id)`,
      },
      { from: bankAnswers, where: sql`id = ${answerId} AND handed_in_at_ms = ${nowMs}` },
    ),
  ];
  const kept = db.all<{ id: string }>(sql`SELECT id FROM bank_answers WHERE id = ${answerId}`);
  return mapWork(writeThenRead(statements, row(kept)), () => answerId);
}

type Naming = Pick<Taking, "layout" | "columns" | "operator"> & { answerId: string };

function remember(db: Database, { layout, columns, operator, answerId }: Naming) {
  const { userId: operatorId, nowMs } = operator;
  const named = JSON.stringify(columns);
  return [
    db.run(sql`INSERT INTO bank_layouts (headers, columns, named_by, named_at_ms) VALUES (${layout}, ${named}, ${operatorId}, ${nowMs})
      ON CONFLICT (headers) DO UPDATE SET columns = excluded.columns, named_by = excluded.named_by, named_at_ms = excluded.named_at_ms
      WHERE bank_layouts.columns <> excluded.columns`),
    recordAudit(
      db,
      {
        id: `bank-layout:${nowMs}:${answerId}`,
        by: operator,
        action: "bank-columns-named",
        subject: `bank-answer:${answerId}`,
        detail: named,
      },
      { from: bankLayouts, where: sql`headers = ${layout} AND named_by = ${operatorId} AND named_at_ms = ${nowMs}` },
    ),
  ];
}

/** NULL where reference and amount match what the bank has. */
function matched(lines: readonly BankLine[]): SQL {
  const told = JSON.stringify(lines.map(({ place, ...line }) => ({ ...line, run: place?.run, place: place?.place })));
  const at = (name: string) => sql.raw(`json_extract(told.value, '$.${name}')`);
  const known = sql`SELECT told.key + 1 AS line, ${at("kind")} AS kind, ${at("reference")} AS reference, ${at("bankReference")} AS bank_reference,
      ${at("amountCents")} AS amount_cents, ${at("currency")} AS currency, ${at("bookedOn")} AS booked_on,
      ${at("run")} AS run, payout_run_rows.released_at_ms AS released_at_ms, withdrawals.id AS withdrawal_id, withdrawals.state AS state,
      withdrawals.amount_cents AS asked_cents, withdrawals.bank_reference AS paid_under, withdrawals.return_reference AS return_reference,
      max(${at("kind")} = 'returned') OVER rows_of AS has_return,
      sum(${at("kind")} = 'paid') OVER (PARTITION BY withdrawals.id, withdrawals.id IS NULL ORDER BY told.key ROWS UNBOUNDED PRECEDING) AS times
    FROM json_each(${told}) AS told
      LEFT JOIN payout_runs ON payout_runs.number = ${at("run")}
      LEFT JOIN payout_run_rows ON payout_run_rows.run_id = payout_runs.id AND payout_run_rows.place = ${at("place")}
      LEFT JOIN withdrawals ON withdrawals.id = payout_run_rows.withdrawal_id
    WINDOW rows_of AS (PARTITION BY withdrawals.id, withdrawals.id IS NULL)`;
  const saidBefore = (what: SQL) => sql`EXISTS (SELECT 1 FROM bank_answer_lines AS earlier
    WHERE earlier.withdrawal_id = known.withdrawal_id AND ${what})`;
  const problem = sql`CASE
    WHEN run IS NULL THEN 'no-reference'
    WHEN withdrawal_id IS NULL THEN 'no-such-row'
    WHEN kind = 'returned' AND state = 'returned' AND return_reference = bank_reference COLLATE NOCASE THEN 'paid-already'
    WHEN kind = 'returned' THEN 'returned'
    WHEN kind = 'unknown' THEN 'unknown-status'
    WHEN currency <> 'USD' THEN 'currency'
    WHEN amount_cents IS NOT asked_cents THEN 'amount-differs'
    WHEN times = 1 AND state IN ('paid', 'returned') AND paid_under = bank_reference COLLATE NOCASE THEN 'paid-already'
    WHEN released_at_ms IS NOT NULL AND NOT has_return AND state NOT IN ('paid', 'returned') THEN 'not-with-bank'
    WHEN ${saidBefore(sql`earlier.problem IS NULL AND earlier.bank_reference = known.bank_reference COLLATE NOCASE`)} THEN 'paid-already'
    WHEN times > 1 OR state IN ('paid', 'returned') OR ${saidBefore(sql`earlier.problem IS NULL`)} THEN 'twice'
    WHEN has_return OR ${saidBefore(sql`earlier.problem = 'returned'`)} THEN 'returned'
    WHEN state <> 'sending' THEN 'not-with-bank' END`;
  return sql`SELECT line, reference, bank_reference, amount_cents, booked_on, withdrawal_id, ${problem} AS problem FROM (${known}) AS known`;
}

type Marking = { answerId: string; operator: OperatorAccess };

type MarkRefusal = "no-such-answer" | "second-operator-needed";
export type MarkOutcome = { ok: true } | { ok: false; code: MarkRefusal };

/** Above the limit of the settings, an operator other than the one who uploaded the report. No one marks their own withdrawals. */
export function markAnswer(db: Database, { answerId, operator }: Marking): Work<MarkOutcome> {
  const { userId: operatorId, nowMs } = operator;
  const subject = `bank-answer:${answerId}`;
  const reference = sql`(SELECT bank_reference FROM bank_answer_lines WHERE answer_id = ${answerId} AND problem IS NULL AND withdrawal_id = withdrawals.id)`;
  const isMine = sql`bank_answers.id = ${answerId} AND bank_answers.marked_by = ${operatorId}`;
  const which = sql`withdrawals.id IN (SELECT withdrawal_id FROM bank_answer_lines WHERE answer_id = ${answerId} AND problem IS NULL)
    AND NOT EXISTS (SELECT 1 FROM bank_answer_lines AS back WHERE back.withdrawal_id = withdrawals.id AND back.problem = 'returned')
    AND withdrawals.id IN (SELECT withdrawal_id FROM payout_run_rows WHERE released_at_ms IS NULL)
    AND EXISTS (SELECT 1 FROM bank_answers WHERE ${isMine})`;
  const statements = [
    db.run(sql`UPDATE bank_answers SET marked_by = ${operatorId}, marked_at_ms = ${nowMs} WHERE id = ${answerId} AND marked_at_ms IS NULL
      AND (handed_in_by <> ${operatorId} OR ${payableCents} <= ${setting("second_operator_above_cents", 0)})`),
    recordAudit(
      db,
      {
        id: `${subject}:marked`,
        by: operator,
        action: "bank-answer-marked",
        subject,
        detail: sql`(SELECT count(*) FROM bank_answer_lines AS lines JOIN withdrawals ON withdrawals.id = lines.withdrawal_id AND withdrawals.state = 'sending' WHERE lines.answer_id = bank_answers.id AND lines.problem IS NULL) || ' for ' || ${payableCents} || ' cents'`,
      },
      { from: bankAnswers, where: sql`${isMine} AND marked_at_ms = ${nowMs}` },
    ),
    ...paidByBank(db, { which, reference, operator }),
  ];
  const found = db.all<{ markedBy: string | null }>(
    sql`SELECT marked_by AS markedBy FROM bank_answers WHERE id = ${answerId}`,
  );
  return mapWork(writeThenRead(statements, row(found)), (now): MarkOutcome => {
    if (!now) return { ok: false, code: "no-such-answer" };
    return now.markedBy === null ? { ok: false, code: "second-operator-needed" } : { ok: true };
  });
}
