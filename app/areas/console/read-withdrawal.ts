import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { withdrawals } from "~/db/schema/payouts";
import { recordAudit } from "~/core/ledger/audit";
import { mayChange, type StaffAccess } from "~/core/session/guarded";
import { setting } from "~/core/settings/setting";
import { restsOnWordOf, type SealedAccount } from "~/areas/payouts/withdrawals/may-pay";
import { isStakeTakenBack, ofOthersWithAccount, type PayoutBlock, payoutBlock } from "~/areas/holdings/payout-rules";

// Each time an operator opens the account number, the log says so in the same batch.

export type ReviewedWithdrawal = SealedAccount & {
  id: string;
  state: "progress" | "sending" | "paid" | "rejected" | "cancelled" | "returned";
  amountCents: number;
  holderName: string;
  profileName: string | null;
  holderDiffers: number | null;
  bankName: string;
  ifscCode: string;
  accountLast4: string;
  caskId: string | null;
  caskName: string | null;
  stakeNumber: number | null;
  cycleNumber: number | null;
  interestBasisPoints: number | null;
  reckonedToCents: number | null;
  priceCents: number | null;
  takenBack: 0 | 1;
  block: PayoutBlock | null;
  overLimit: string | null;
  payableFromMs: number;
  createdAtMs: number;
  updatedAtMs: number;
  sentAtMs: number | null;
  runId: string | null;
  runNumber: number | null;
  /** 1: the viewer vouched for something it rests on, so another operator pays. */
  restsOnThem: number;
  bankReference: string | null;
  rejectReason: string | null;
  returnReference: string | null;
  returnReason: string | null;
  returnedAtMs: number | null;
  /** JSON of reference and reason. */
  returnProposed: string | null;
  returnProposedBy: string | null;
  returnProposer: string | null;
  needsTwo: number;
  proposedBy: string | null;
  proposer: string | null;
  proposedReference: string | null;
  paidBeforeCents: number;
  sharedBy: number;
};

type ViewOfWithdrawal = { withdrawalId: string; auditId: string; access: StaffAccess };

export function readWithdrawal(
  db: Database,
  { withdrawalId, auditId, access }: ViewOfWithdrawal,
): Work<ReviewedWithdrawal | null> {
  const { userId: operatorId, nowMs } = access;
  const viewed = recordAudit(
    db,
    { id: auditId, by: access, action: "payout-account-viewed", subject: `withdrawal:${withdrawalId}` },
    {
      from: withdrawals,
      where: sql`id = ${withdrawalId} AND state IN ('progress', 'sending') AND ${mayChange(access)}`,
    },
  );
  const query = db.all<ReviewedWithdrawal>(sql`SELECT withdrawals.id, withdrawals.user_id AS userId, withdrawals.state,
      withdrawals.amount_cents AS amountCents, withdrawals.holder_name AS holderName, users.full_name AS profileName,
      withdrawals.holder_differs AS holderDiffers, withdrawals.bank_name AS bankName, withdrawals.ifsc_code AS ifscCode,
      withdrawals.account_last4 AS accountLast4, withdrawals.account_number_sealed AS accountNumberSealed,
      withdrawals.key_id AS keyId, casks.id AS caskId, casks.name AS caskName, stakes.number AS stakeNumber,
      withdrawals.cycle_number AS cycleNumber, withdrawals.interest_basis_points AS interestBasisPoints,
      withdrawals.reckoned_to_cents AS reckonedToCents, stakes.price_cents AS priceCents, ${isStakeTakenBack} AS takenBack,
      ${payoutBlock()} AS block, withdrawals.over_limit AS overLimit,
      withdrawals.payable_from_ms AS payableFromMs, withdrawals.created_at_ms AS createdAtMs,
      withdrawals.updated_at_ms AS updatedAtMs, withdrawals.bank_reference AS bankReference,
      withdrawals.sent_at_ms AS sentAtMs, payout_runs.id AS runId, payout_runs.number AS runNumber, ${restsOnWordOf(operatorId)} AS restsOnThem,
      withdrawals.reject_reason AS rejectReason, withdrawals.return_reference AS returnReference,
      withdrawals.return_reason AS returnReason, withdrawals.returned_at_ms AS returnedAtMs, returns.becomes AS returnProposed,
      returns.proposed_by AS returnProposedBy, (SELECT email FROM users AS proposers WHERE proposers.id = returns.proposed_by) AS returnProposer,
      withdrawals.amount_cents > ${setting("second_operator_above_cents", 0)} AS needsTwo,
      payout_proposals.operator_id AS proposedBy,
      (SELECT proposers.email FROM users AS proposers WHERE proposers.id = payout_proposals.operator_id) AS proposer, payout_proposals.bank_reference AS proposedReference,
      (SELECT coalesce(sum(earlier.amount_cents), 0) FROM withdrawals AS earlier WHERE earlier.user_id = withdrawals.user_id
        AND earlier.state = 'paid' AND earlier.account_mark = withdrawals.account_mark) AS paidBeforeCents,
      (SELECT count(*) FROM (SELECT named.user_id FROM withdrawals AS named WHERE ${ofOthersWithAccount("named")}
          UNION SELECT saved.user_id FROM bank_details AS saved WHERE saved.account_mark = withdrawals.account_mark
            AND saved.user_id <> withdrawals.user_id)) AS sharedBy
    FROM withdrawals JOIN users ON users.id = withdrawals.user_id
      LEFT JOIN stakes ON stakes.id = withdrawals.stake_id LEFT JOIN casks ON casks.id = stakes.cask_id
      LEFT JOIN payout_proposals ON payout_proposals.withdrawal_id = withdrawals.id AND payout_proposals.called_back_at_ms IS NULL
      LEFT JOIN change_proposals AS returns ON returns.subject = 'withdrawal:' || withdrawals.id AND returns.state = 'open' AND returns.expires_at_ms > ${nowMs}
      LEFT JOIN payout_run_rows ON payout_run_rows.withdrawal_id = withdrawals.id AND payout_run_rows.released_at_ms IS NULL
      LEFT JOIN payout_runs ON payout_runs.id = payout_run_rows.run_id
    WHERE withdrawals.id = ${withdrawalId}`);
  return mapWork(writeThenRead([viewed], row(query)), (found) => found ?? null);
}
