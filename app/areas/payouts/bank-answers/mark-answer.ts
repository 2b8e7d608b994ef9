import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { bankAnswers } from "~/db/schema/payouts";
import { recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";
import { setting } from "~/core/settings/setting";
import { paidByBank } from "~/areas/payouts/payout-runs/mark-paid";
import { payableCents } from "./read-bank-answer";

type Marking = { answerId: string; operator: OperatorAccess };

export type MarkRefusal = "no-such-answer" | "second-operator-needed";
export type MarkOutcome = { ok: true } | { ok: false; code: MarkRefusal };

/** Above the limit of the settings, an operator other than the one who uploaded the report. Nobody marks their own withdrawals. */
export function markAnswer(db: Database, { answerId, operator }: Marking): Work<MarkOutcome> {
  const { userId: operatorId, nowMs } = operator;
  const subject = `bank-answer:${answerId}`;
  const line = (column: "bank_reference") =>
    sql`(SELECT ${sql.raw(column)} FROM bank_answer_lines WHERE answer_id = ${answerId} AND problem IS NULL AND withdrawal_id = withdrawals.id)`;
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
    ...paidByBank(db, { which, reference: line("bank_reference"), operator }),
  ];
  const found = db.all<{ markedBy: string | null }>(
    sql`SELECT marked_by AS markedBy FROM bank_answers WHERE id = ${answerId}`,
  );
  return mapWork(writeThenRead(statements, row(found)), (now): MarkOutcome => {
    if (!now) return { ok: false, code: "no-such-answer" };
    return now.markedBy === null ? { ok: false, code: "second-operator-needed" } : { ok: true };
  });
}
