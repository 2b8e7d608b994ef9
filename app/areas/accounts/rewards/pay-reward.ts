import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { referrals } from "~/db/schema/payments";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { rewardsPendingIn, walletIn } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { looksLikeOne } from "~/core/ledger/same-person";
import { transfer } from "~/core/ledger/transfer";
import { isOfOthers, type RewardDecision } from "./referral-reward";

const needsRelease = sql`(${referrals.releasedAtMs} IS NULL AND ${looksLikeOne(referrals.referredId, referrals.referrerId)})`;

export type PayRewardOutcome =
  { ok: true } | { ok: false; code: "no-such-reward" | "not-pending" | "looks-like-one" | "not-allowed" };

/** Refused while the two people look like one, until an operator has released it. */
export function payReward(db: Database, { referredId, operator }: RewardDecision): Work<PayRewardOutcome> {
  const { nowMs } = operator;
  const isPaid = sql`referred_id = ${referredId} AND state = 'paid'`;
  const refersTo = `referral:${referredId}` as const;
  const statements = [
    db.run(sql`UPDATE referrals SET state = 'paid' WHERE referred_id = ${referredId} AND state = 'pending'
      AND ${isOfOthers({ operator })} AND NOT ${needsRelease}`),
    transfer(
      db,
      {
        refersTo,
        name: "paid",
        debit: rewardsPendingIn(referrals.referrerId),
        credit: walletIn(referrals.referrerId),
        amount: referrals.rewardCents,
        reason: "reward-paid",
        nowMs,
      },
      { from: referrals, where: isPaid },
    ),
    recordAudit(
      db,
      { id: `pay-reward:${referredId}`, by: operator, action: "reward-paid", subject: refersTo },
      { from: referrals, where: isPaid },
    ),
  ];
  const now = db
    .select({ state: referrals.state, needsRelease: sql<number>`${needsRelease}`.as("needs_release") })
    .from(referrals)
    .where(eq(referrals.referredId, referredId));
  return mapWork(writeThenRead(statements, row(now)), (reward): PayRewardOutcome => {
    if (!reward) return { ok: false, code: "no-such-reward" };
    if (reward.state === "paid") return { ok: true };
    if (reward.state !== "pending") return { ok: false, code: "not-pending" };
    return { ok: false, code: reward.needsRelease ? "looks-like-one" : "not-allowed" };
  });
}
