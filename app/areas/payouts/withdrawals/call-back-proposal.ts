import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { payoutProposals } from "~/db/schema/rewards";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";

type CallingBack = {
  auditId: string;
  withdrawalId: string;
  reason: string;
  operator: OperatorAccess;
};

/** The prepared transfer is not made: the request waits again, and its investor can take it back. @returns whether nobody proposes it now */
export function callBackProposal(db: Database, calling: CallingBack): Work<boolean> {
  const {
    auditId,
    withdrawalId,
    reason,
    operator: { userId: operatorId, nowMs },
  } = calling;
  const isNow = sql`withdrawal_id = ${withdrawalId} AND called_back_at_ms = ${nowMs}`;
  const statements = [
    db.run(sql`UPDATE payout_proposals SET called_back_at_ms = ${nowMs} WHERE withdrawal_id = ${withdrawalId} AND called_back_at_ms IS NULL
      AND EXISTS (SELECT 1 FROM withdrawals WHERE withdrawals.id = payout_proposals.withdrawal_id AND withdrawals.state = 'sending'
        AND withdrawals.user_id <> ${operatorId})`),
    db.run(sql`UPDATE withdrawals SET state = 'progress', sent_at_ms = NULL, updated_at_ms = ${nowMs}
      WHERE id = ${withdrawalId} AND EXISTS (SELECT 1 FROM payout_proposals WHERE ${isNow})`),
    recordAudit(
      db,
      {
        id: auditId,
        actor: byOperator(operatorId),
        action: "payout-called-back",
        subject: `withdrawal:${withdrawalId}`,
        detail: reason,
        nowMs,
      },
      { from: payoutProposals, where: isNow },
    ),
  ];
  const found = db.all<{ done: number }>(sql`SELECT called_back_at_ms IS NOT NULL AS done FROM payout_proposals
    WHERE withdrawal_id = ${withdrawalId}`);
  return mapWork(writeThenRead(statements, row(found)), (now) => now?.done === 1);
}
