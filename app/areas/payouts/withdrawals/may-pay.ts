import { type SQL, sql } from "drizzle-orm";
import { isStakeTakenBack, payoutBlock } from "~/areas/holdings/payout-rules";
import type { SealingDeps } from "~/core/sealer";
import { byOperator } from "~/core/ledger/audit";
import { SealError } from "~/core/sealer";
import { setting } from "~/core/settings/setting";
import { DAY_MS } from "~/domain/calendar-date";

export const isPayable = (nowMs: number): SQL => sql`(withdrawals.payable_from_ms <= ${nowMs}
  AND NOT ${isStakeTakenBack}
  AND ${payoutBlock()} IS NULL)`;

export const isInRun: SQL = sql`EXISTS (SELECT 1 FROM payout_run_rows
  WHERE payout_run_rows.withdrawal_id = withdrawals.id AND payout_run_rows.released_at_ms IS NULL)`;

export const isFree: SQL = sql`withdrawals.state IN ('progress', 'sending') AND NOT ${isInRun}`;

// No one pays what rests on their own word, or more in a day than the settings say.

/**
 * The operator set its value alone, checked or cleared its person, or lifted a block of theirs. Who confirmed another's value may pay: two
 * people agreed on it.
 */
export function restsOnWordOf(operatorId: string): SQL {
  const actor = byOperator(operatorId);
  return sql`(EXISTS (SELECT 1 FROM valuations LEFT JOIN change_proposals ON change_proposals.id = valuations.proposal_id
      WHERE valuations.id = withdrawals.valuation_id AND coalesce(change_proposals.proposed_by, valuations.recorded_by) = ${operatorId})
    OR EXISTS (SELECT 1 FROM identity_checks WHERE identity_checks.user_id = withdrawals.user_id AND identity_checks.operator_id = ${operatorId})
    OR EXISTS (SELECT 1 FROM withdrawals AS cleared JOIN audit_log ON audit_log.id = 'withdrawal:' || cleared.id || ':cleared'
      WHERE cleared.user_id = withdrawals.user_id AND cleared.cleared_at_ms IS NOT NULL AND audit_log.actor = ${actor})
    OR EXISTS (SELECT 1 FROM payments JOIN dispute_lifts ON dispute_lifts.payment_id = payments.id
      WHERE payments.user_id = withdrawals.user_id AND payments.state = 'disputed' AND dispute_lifts.operator_id = ${operatorId}))`;
}

/** A run that was called back counts: the bank may have had it. */
export function leftToday(operatorId: string, nowMs: number): SQL {
  const sinceMs = nowMs - DAY_MS;
  return sql`(${setting("operator_cents_per_day", 0)}
    - (SELECT coalesce(sum(mine.amount_cents), 0) FROM withdrawals AS mine WHERE mine.paid_by = ${operatorId} AND mine.updated_at_ms > ${sinceMs})
    - (SELECT coalesce(sum(payout_runs.total_cents), 0) FROM payout_runs
      WHERE payout_runs.operator_id = ${operatorId} AND payout_runs.made_at_ms > ${sinceMs}))`;
}

export type SealedAccount = { userId: string; accountNumberSealed: string; keyId: string };

/** null: its key is gone. */
export async function openPayoutAccount(
  { log, sealer }: SealingDeps,
  { userId, accountNumberSealed, keyId }: SealedAccount,
): Promise<string | null> {
  const place = { table: "withdrawals", column: "account_number_sealed", userId } as const;
  try {
    return await sealer.open({ sealed: accountNumberSealed, keyId }, place);
  } catch (error) {
    log("account-number-not-opened", { userId, code: error instanceof SealError ? error.code : "unknown" });
    return null;
  }
}
