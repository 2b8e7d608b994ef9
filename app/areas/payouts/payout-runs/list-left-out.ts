import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { rows, together, type Work } from "~/db/work";
import type { StaffAccess } from "~/core/session/guarded";
import { setting } from "~/core/settings/setting";
import { needsIdentityCheck, type Trouble, whyBlocked } from "~/areas/holdings/payout-rules";
import { listRuns } from "./list-runs";
import { restsOnWordOf } from "~/areas/payouts/withdrawals/may-pay";

// Requests that are due and that a payout run of this operator does not take, with the reason: nobody is left out without a word.

const MOST = 50;

export type LeftOut = {
  id: string;
  holderName: string;
  amountCents: number;
  payableFromMs: number;
  why: Trouble | "own" | "needs-two" | "rests-on-you";
};

/** The reasons are those of `make-run`, the first that applies. What has waited longest comes first; of the first fifty that are due. */
function listLeftOut(db: Database, { userId: operatorId, nowMs }: StaffAccess): Work<LeftOut[]> {
  return rows(
    db.all<LeftOut>(sql`SELECT * FROM (
      SELECT withdrawals.id, withdrawals.holder_name AS holderName, withdrawals.amount_cents AS amountCents,
        withdrawals.payable_from_ms AS payableFromMs,
        CASE WHEN withdrawals.user_id = ${operatorId} THEN 'own'
          WHEN ${whyBlocked(nowMs)} IS NOT NULL THEN ${whyBlocked(nowMs)}
          WHEN ${needsIdentityCheck(nowMs, "all that is open")} THEN 'identity-check-needed'
          WHEN withdrawals.amount_cents > ${setting("second_operator_above_cents", 0)} THEN 'needs-two'
          WHEN ${restsOnWordOf(operatorId)} THEN 'rests-on-you' END AS why
      FROM withdrawals WHERE withdrawals.id IN (SELECT id FROM withdrawals
        WHERE state = 'progress' AND payable_from_ms <= ${nowMs} ORDER BY payable_from_ms, id LIMIT ${MOST}))
      WHERE why IS NOT NULL ORDER BY payableFromMs, id`),
  );
}

/** A page of runs, and who is left out. @param before the number that the page ends before; null: the first page */
export const listRunsAndLeftOut = (db: Database, staff: StaffAccess, before: number | null) =>
  together({ page: listRuns(db, before), leftOut: listLeftOut(db, staff) });
