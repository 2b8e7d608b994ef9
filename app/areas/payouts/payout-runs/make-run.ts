import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { payoutRunRows, payoutRuns } from "~/db/schema/payouts";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";
import { setting } from "~/core/settings/setting";
import { isPayable, leftToday, restsOnWordOf } from "~/areas/payouts/withdrawals/may-pay";
import { needsIdentityCheck } from "~/areas/holdings/payout-rules";

// The batch that makes a run claims its requests: no investor, stop link or second run takes them back or pays them again.

const MOST = 200;

type Making = {
  /** Chosen when the form was made: sent twice it is one run. */
  runId: string;
  operator: OperatorAccess;
};

/** What two must decide, or something stands in the way of, is paid by itself. */
const isPlain = ({ userId: operatorId, nowMs }: OperatorAccess): SQL => sql`withdrawals.state = 'progress'
  AND withdrawals.user_id <> ${operatorId} AND ${isPayable(nowMs)} AND NOT ${needsIdentityCheck(nowMs, "all that is open")}
  AND withdrawals.amount_cents <= ${setting("second_operator_above_cents", 0)} AND NOT ${restsOnWordOf(operatorId)}`;

const chosen = (operator: OperatorAccess, mostCents: SQL): SQL => sql`(SELECT id, place, amount_cents FROM (
  SELECT id, amount_cents, row_number() OVER due AS place, sum(amount_cents) OVER due AS sum_cents FROM (
    SELECT withdrawals.id, withdrawals.amount_cents, withdrawals.payable_from_ms FROM withdrawals
    WHERE ${isPlain(operator)} ORDER BY withdrawals.payable_from_ms, withdrawals.id LIMIT ${MOST})
  WINDOW due AS (ORDER BY payable_from_ms, id)) WHERE sum_cents <= ${mostCents})`;

/** @returns false where nothing could be taken */
export function makeRun(db: Database, { runId, operator }: Making): Work<boolean> {
  const { userId: operatorId, nowMs } = operator;
  const mine = sql`payout_runs.id = ${runId} AND payout_runs.operator_id = ${operatorId}`;
  const isNew = sql`EXISTS (SELECT 1 FROM payout_runs WHERE ${mine} AND payout_runs.made_at_ms = ${nowMs})
    AND NOT EXISTS (SELECT 1 FROM payout_run_rows AS taken WHERE taken.run_id = ${runId})`;
  const total = sql`(SELECT total_cents FROM payout_runs WHERE id = ${runId})`;
  const subject = `payout-run:${runId}`;
  const statements = [
    db.run(sql`INSERT INTO payout_runs (id, number, operator_id, row_count, total_cents, made_at_ms)
      SELECT ${runId}, (SELECT coalesce(max(number), 0) + 1 FROM payout_runs), ${operatorId}, found.rows, found.cents, ${nowMs}
      FROM (SELECT count(*) AS rows, sum(amount_cents) AS cents FROM ${chosen(operator, leftToday(operatorId, nowMs))}) AS found
      WHERE found.rows > 0 ON CONFLICT (id) DO NOTHING`),
    db.run(sql`INSERT INTO payout_run_rows (run_id, place, withdrawal_id)
      SELECT ${runId}, picked.place, picked.id FROM ${chosen(operator, total)} AS picked WHERE ${isNew}`),
    db.run(sql`UPDATE withdrawals SET state = 'sending', sent_at_ms = ${nowMs}, updated_at_ms = ${nowMs} WHERE state = 'progress'
      AND id IN (SELECT withdrawal_id FROM payout_run_rows WHERE run_id = ${runId} AND released_at_ms IS NULL)`),
    recordAudit(
      db,
      {
        id: `${subject}:made`,
        by: operator,
        action: "payout-run-made",
        subject,
        detail: sql`number || ': ' || row_count || ' for ' || total_cents || ' cents'`,
      },
      { from: payoutRuns, where: sql`${mine} AND made_at_ms = ${nowMs}` },
    ),
    recordAudit(
      db,
      {
        id: sql`${`${subject}:`} || withdrawal_id`,
        by: operator,
        action: "payout-account-viewed",
        subject: sql`'withdrawal:' || withdrawal_id`,
        detail: subject,
      },
      { from: payoutRunRows, where: sql`run_id = ${runId} AND EXISTS (SELECT 1 FROM payout_runs WHERE ${mine})` },
    ),
  ];
  const made = db.all<{ made: number }>(sql`SELECT count(*) AS made FROM payout_runs WHERE ${mine}`);
  return mapWork(writeThenRead(statements, row(made)), (found) => found?.made === 1);
}
