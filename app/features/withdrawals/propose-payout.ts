import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { payoutProposals } from "~/db/schema/rewards";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { byOperator, recordAudit } from "~/features/ledger/audit";
import { isOperator } from "~/features/session/access";
import { setting } from "~/features/settings/setting";

// A large payout needs two people: one proposes it with the reference of the prepared bank transfer, another confirms it by
// paying under that reference (decide-withdrawal.ts).

type Payout = { operatorId: string; bankReference: string };

/** Of the row of `withdrawals` at hand: it is small, or another operator proposed it under this reference. */
export function isSeconded({ operatorId, bankReference }: Payout): SQL {
  return sql`(withdrawals.amount_cents <= ${setting("second_operator_above_cents", 0)}
    OR EXISTS (SELECT 1 FROM payout_proposals WHERE payout_proposals.withdrawal_id = withdrawals.id
      AND payout_proposals.operator_id <> ${operatorId} AND payout_proposals.bank_reference = ${bankReference}))`;
}

type Proposal = Payout & {
  auditId: string;
  withdrawalId: string;
  nowMs: number;
  /** True while the operator's session is live. */
  live: SQL;
};

/** The same proposal again changes nothing; another one replaces it. @returns whether it stands now */
export function proposePayout(db: Database, proposal: Proposal): Work<boolean> {
  const { auditId, withdrawalId, operatorId, bankReference, nowMs, live } = proposal;
  const subject = `withdrawal:${withdrawalId}`;
  const mine = sql`withdrawal_id = ${withdrawalId} AND operator_id = ${operatorId} AND bank_reference = ${bankReference}`;
  const statements = [
    db.run(sql`INSERT INTO payout_proposals (withdrawal_id, operator_id, bank_reference, proposed_at_ms)
      SELECT id, ${operatorId}, ${bankReference}, ${nowMs} FROM withdrawals
      WHERE id = ${withdrawalId} AND state = 'progress' AND user_id <> ${operatorId} AND ${isOperator(operatorId)} AND ${live}
      ON CONFLICT (withdrawal_id) DO UPDATE
        SET operator_id = excluded.operator_id, bank_reference = excluded.bank_reference, proposed_at_ms = excluded.proposed_at_ms
        WHERE operator_id <> excluded.operator_id OR bank_reference <> excluded.bank_reference`),
    recordAudit(
      db,
      {
        id: auditId,
        actor: byOperator(operatorId),
        action: "payout-proposed",
        subject,
        detail: bankReference,
        nowMs,
      },
      { from: payoutProposals, where: sql`${mine} AND proposed_at_ms = ${nowMs}` },
    ),
  ];
  const found = db.all<{ stands: number }>(sql`SELECT count(*) AS stands FROM payout_proposals WHERE ${mine}`);
  return mapWork(writeThenRead(statements, row(found)), (now) => now?.stands === 1);
}
