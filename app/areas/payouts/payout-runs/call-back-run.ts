import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { payoutRuns } from "~/db/schema/payouts";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";

type CallingBack = { runId: string; reason: string; operator: OperatorAccess };

/** What is undecided waits again, and can be cancelled, stopped or paid in another run. */
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
      { id: `${subject}:called-back`, by: operator, action: "payout-run-called-back", subject, detail: reason },
      { from: payoutRuns, where: isNow },
    ),
  ];
  const found = db.all<{ done: number }>(
    sql`SELECT called_back_at_ms IS NOT NULL AS done FROM payout_runs WHERE id = ${runId}`,
  );
  return mapWork(writeThenRead(statements, row(found)), (now) => now?.done === 1);
}
