import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { referrals } from "~/db/schema/payments";
import { house, rewardsPendingIn } from "~/core/ledger/accounts";
import { transfer } from "~/core/ledger/transfer";
import type { OperatorAccess } from "~/core/session/guarded";

export type RewardDecision = {
  referredId: string;
  operator: OperatorAccess;
};

export const isOfOthers = ({ operator }: Pick<RewardDecision, "operator">): SQL =>
  sql`referrer_id <> ${operator.userId} AND referred_id <> ${operator.userId}`;

export function pendingReward(db: Database, referredId: string, { where, nowMs }: { where: SQL; nowMs: number }) {
  return transfer(
    db,
    {
      refersTo: `referral:${referredId}`,
      name: "reward",
      debit: house.promotions,
      credit: rewardsPendingIn(referrals.referrerId),
      amount: referrals.rewardCents,
      reason: "referral-reward",
      nowMs,
    },
    { from: referrals, where },
  );
}
