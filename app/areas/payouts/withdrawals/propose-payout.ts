import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";
import { setting } from "~/core/settings/setting";
import type { Database } from "~/db/client";
import { payoutProposals } from "~/db/schema/payouts";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { isFree, isPayable } from "./may-pay";

// Once proposed it counts as with the bank: only an operator takes it back.

type Payout = { operator: OperatorAccess; bankReference: string };

export function isSeconded({ operator, bankReference }: Payout): SQL {
  return sql`(withdrawals.amount_cents <= ${setting("second_operator_above_cents", 0)}
    OR EXISTS (SELECT 1 FROM payout_proposals WHERE payout_proposals.withdrawal_id = withdrawals.id
      AND payout_proposals.operator_id <> ${operator.userId} AND payout_proposals.bank_reference = ${bankReference}
      AND payout_proposals.called_back_at_ms IS NULL))`;
}

type Proposal = Payout & { auditId: string; withdrawalId: string };

/** Another proposal replaces it and belongs to the operator who made it last. */
export function proposePayout(db: Database, proposal: Proposal): Work<boolean> {
  const { auditId, withdrawalId, bankReference, operator } = proposal;
  const { userId: operatorId, nowMs } = operator;
  const subject = `withdrawal:${withdrawalId}`;
  const mine = sql`withdrawal_id = ${withdrawalId} AND operator_id = ${operatorId} AND bank_reference = ${bankReference}
    AND called_back_at_ms IS NULL`;
  const statements = [
    db.run(sql`INSERT INTO payout_proposals (withdrawal_id, operator_id, bank_reference, proposed_at_ms)
      SELECT id, ${operatorId}, ${bankReference}, ${nowMs} FROM withdrawals
      WHERE id = ${withdrawalId} AND ${isFree} AND user_id <> ${operatorId} AND ${isPayable(nowMs)}
      ON CONFLICT (withdrawal_id) DO UPDATE
        SET operator_id = excluded.operator_id, bank_reference = excluded.bank_reference, proposed_at_ms = excluded.proposed_at_ms,
          called_back_at_ms = NULL
        WHERE operator_id <> excluded.operator_id OR bank_reference <> excluded.bank_reference OR called_back_at_ms IS NOT NULL`),
    db.run(sql`UPDATE withdrawals SET state = 'sending', sent_at_ms = ${nowMs}, updated_at_ms = ${nowMs}
      WHERE id = ${withdrawalId} AND state = 'progress' AND EXISTS (SELECT 1 FROM payout_proposals WHERE ${mine} AND proposed_at_ms = ${nowMs})`),
    recordAudit(
      db,
      { id: auditId, by: operator, action: "payout-proposed", subject, detail: bankReference },
      { from: payoutProposals, where: sql`${mine} AND proposed_at_ms = ${nowMs}` },
    ),
  ];
  const found = db.all<{ stands: number }>(sql`SELECT count(*) AS stands FROM payout_proposals WHERE ${mine}`);
  return mapWork(writeThenRead(statements, row(found)), (now) => now?.stands === 1);
}

type CallingBack = { auditId: string; withdrawalId: string; reason: string; operator: OperatorAccess };

export function callBackProposal(db: Database, calling: CallingBack): Work<boolean> {
  const { auditId, withdrawalId, reason, operator } = calling;
  const { userId: operatorId, nowMs } = operator;
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
        by: operator,
        action: "payout-called-back",
        subject: `withdrawal:${withdrawalId}`,
        detail: reason,
      },
      { from: payoutProposals, where: isNow },
    ),
  ];
  const found = db.all<{ done: number }>(sql`SELECT called_back_at_ms IS NOT NULL AS done FROM payout_proposals
    WHERE withdrawal_id = ${withdrawalId}`);
  return mapWork(writeThenRead(statements, row(found)), (now) => now?.done === 1);
}
