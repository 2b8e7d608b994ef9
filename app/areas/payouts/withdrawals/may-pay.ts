import { type SQL, sql } from "drizzle-orm";
import { byOperator } from "~/core/ledger/audit";
import { setting } from "~/core/settings/setting";
import { DAY_MS } from "~/domain/calendar-date";

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
