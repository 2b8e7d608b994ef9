import { type SQL, sql } from "drizzle-orm";
import { isStakeTakenBack, payoutBlock } from "~/areas/holdings/payout-rules";
import type { SealingDeps } from "~/core/sealer";
import { byOperator } from "~/core/ledger/audit";
import { SealError } from "~/core/sealer";
import { setting } from "~/core/settings/setting";
import { DAY_MS } from "~/domain/calendar-date";

// When a request may leave. Each is asked of the row of `withdrawals` at hand, in the statement that lets it go.

/** Its wait is over, its stake stands, and nothing about its person is in the way. */
export const isPayable = (nowMs: number): SQL => sql`(withdrawals.payable_from_ms <= ${nowMs}
  AND NOT ${isStakeTakenBack}
  AND ${payoutBlock(nowMs)} IS NULL)`;

/** A payout run holds it: the bank has a file with it. */
export const isInRun: SQL = sql`EXISTS (SELECT 1 FROM payout_run_rows
  WHERE payout_run_rows.withdrawal_id = withdrawals.id AND payout_run_rows.released_at_ms IS NULL)`;

/** Undecided, and in no payout run: it may be proposed. */
export const isFree: SQL = sql`withdrawals.state IN ('progress', 'sending') AND NOT ${isInRun}`;

// What keeps one operator from paying themselves through others: none pays what rests on their own word, and none pays more in a day than
// the settings say. Asked in the statement that pays, confirms or makes a payout run.

/**
 * Of the row of `withdrawals` at hand: the value that the return rests on is this operator's (who confirmed what another proposed may pay: two people
 * agreed on it), they checked the identity of its person, cleared one of their requests, or lifted a block of theirs.
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

/** What this operator may still pay; without the setting nothing. A payout run that was called back counts: the bank may have had it. */
export function leftToday(operatorId: string, nowMs: number): SQL {
  const sinceMs = nowMs - DAY_MS;
  return sql`(${setting("operator_cents_per_day", 0)}
    - (SELECT coalesce(sum(mine.amount_cents), 0) FROM withdrawals AS mine WHERE mine.paid_by = ${operatorId} AND mine.updated_at_ms > ${sinceMs})
    - (SELECT coalesce(sum(payout_runs.total_cents), 0) FROM payout_runs
      WHERE payout_runs.operator_id = ${operatorId} AND payout_runs.made_at_ms > ${sinceMs}))`;
}

export type SealedAccount = { userId: string; accountNumberSealed: string; keyId: string };

/** The account number of a withdrawal; null if it can no longer be opened because its key is gone. */
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
