import type { Database } from "~/db/client";
import { mapWork, nothing, type Work, row, writeThenRead } from "~/db/work";
import type { OperatorAccess } from "~/core/session/guarded";
import { markPaid } from "./inside/mark-paid";
import type { RunForm, RunFormErrors } from "./run-form";
import { sql } from "drizzle-orm";
import { payoutRuns } from "~/db/schema/payout-runs";
import { byOperator, recordAudit } from "~/core/ledger/audit";

/** `missed`: the requests that could not be marked paid; or the run that was not called back. */
export type RunDecided =
  { ok: true } | { ok: false; errors: RunFormErrors; missed: { requests: number } | "not-called-back" | null };

type Deciding = { runId: string; form: RunForm; operator: OperatorAccess };

/** What an operator does from the page of a run. Where the form is refused nothing is written, and only the session is checked. */
export function decideAboutRun(db: Database, { runId, form, operator }: Deciding): Work<RunDecided> {
  if (!form.ok) return mapWork(nothing, () => ({ ok: false, errors: form.errors, missed: null }));
  if (form.intent === "call-back")
    return mapWork(callBackRun(db, { runId, reason: form.reason, operator }), (done) =>
      done ? { ok: true } : { ok: false, errors: {}, missed: "not-called-back" },
    );
  return mapWork(markPaid(db, { runId, references: form.references, operator }), (missed) =>
    missed.length === 0 ? { ok: true } : { ok: false, errors: {}, missed: { requests: missed.length } },
  );
}

type CallingBack = { runId: string; reason: string; operator: OperatorAccess };

/**
 * The bank does not pay this run after all: whatever of it is undecided waits again, and can be cancelled, stopped or paid in
 * another run. What was paid or sent back stays as it is. @returns whether the run is called back now
 */
export function callBackRun(db: Database, { runId, reason, operator }: CallingBack): Work<boolean> {
  const { userId: operatorId, nowMs } = operator;
  const subject = `payout-run:${runId}`;
  const isNow = sql`payout_runs.id = ${runId} AND payout_runs.called_back_at_ms = ${nowMs} AND payout_runs.called_back_by = ${operatorId}`;
  const atBank = sql`EXISTS (SELECT 1 FROM withdrawals WHERE withdrawals.id = payout_run_rows.withdrawal_id AND withdrawals.state = 'sending')`;
  const statements = [
    db.run(sql`UPDATE payout_runs SET called_back_at_ms = ${nowMs}, called_back_by = ${operatorId}, call_back_reason = ${reason}
      WHERE id = ${runId} AND called_back_at_ms IS NULL
        AND EXISTS (SELECT 1 FROM payout_run_rows WHERE run_id = payout_runs.id AND released_at_ms IS NULL AND ${atBank})`),
    db.run(sql`UPDATE payout_run_rows SET released_at_ms = ${nowMs} WHERE run_id = ${runId} AND released_at_ms IS NULL
      AND ${atBank} AND EXISTS (SELECT 1 FROM payout_runs WHERE ${isNow})`),
    db.run(sql`UPDATE withdrawals SET state = 'progress', sent_at_ms = NULL, updated_at_ms = ${nowMs} WHERE state = 'sending'
      AND id IN (SELECT withdrawal_id FROM payout_run_rows WHERE run_id = ${runId} AND released_at_ms = ${nowMs})`),
    recordAudit(
      db,
      {
        id: `${subject}:called-back`,
        actor: byOperator(operatorId),
        action: "payout-run-called-back",
        subject,
        detail: reason,
        nowMs,
      },
      { from: payoutRuns, where: isNow },
    ),
  ];
  const found = db.all<{ done: number }>(
    sql`SELECT called_back_at_ms IS NOT NULL AS done FROM payout_runs WHERE id = ${runId}`,
  );
  return mapWork(writeThenRead(statements, row(found)), (now) => now?.done === 1);
}
