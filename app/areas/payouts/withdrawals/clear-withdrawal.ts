import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/rewards";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";

type Clearing = {
  withdrawalId: string;
  operator: OperatorAccess;
};

/**
 * An operator has looked at a request that is over a limit, and it may be paid when its time comes. Operators do not clear their own
 * requests. @returns whether it is cleared
 */
export function clearWithdrawal(db: Database, { withdrawalId, operator }: Clearing): Work<boolean> {
  const { userId: operatorId, nowMs } = operator;
  const subject = `withdrawal:${withdrawalId}`;
  const statements = [
    db.run(sql`UPDATE withdrawals SET cleared_at_ms = ${nowMs}, updated_at_ms = ${nowMs}
      WHERE withdrawals.id = ${withdrawalId} AND withdrawals.state = 'progress' AND withdrawals.over_limit IS NOT NULL
        AND withdrawals.cleared_at_ms IS NULL AND withdrawals.user_id <> ${operatorId}`),
    recordAudit(
      db,
      {
        id: `${subject}:cleared`,
        actor: byOperator(operatorId),
        action: "withdrawal-cleared",
        subject,
        detail: withdrawals.overLimit,
        nowMs,
      },
      { from: withdrawals, where: sql`id = ${withdrawalId} AND cleared_at_ms = ${nowMs}` },
    ),
  ];
  const found = db.all<{ cleared: number }>(
    sql`SELECT cleared_at_ms IS NOT NULL AS cleared FROM withdrawals WHERE id = ${withdrawalId}`,
  );
  return mapWork(writeThenRead(statements, row(found)), (now) => now?.cleared === 1);
}
