import { type SQL, sql } from "drizzle-orm";
import { isStakeTakenBack, payoutBlock } from "~/areas/holdings/payout-rules/payout-limits";

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
