import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { referrals } from "~/db/schema/rewards";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { rewardsPendingIn, walletIn } from "~/features/ledger/accounts";
import { byOperator, recordAudit } from "~/features/ledger/audit";
import { transfer } from "~/features/ledger/transfer";

// An operator pays a pending reward into the referrer's wallet, from where it is withdrawn like everything else there.

type PayReward = {
  /** Who was brought. */
  referredId: string;
  operatorId: string;
  nowMs: number;
  /** True while the operator's session is alive. */
  live: SQL;
};

export type PayRewardOutcome = { ok: true } | { ok: false; code: "no-such-reward" | "not-pending" | "not-allowed" };

/** Paid once, however often it is asked for. */
export function payReward(db: Database, { referredId, operatorId, nowMs, live }: PayReward): Work<PayRewardOutcome> {
  const isPaid = sql`referred_id = ${referredId} AND state = 'paid'`;
  const refersTo = `referral:${referredId}` as const;
  const statements = [
    db.run(sql`UPDATE referrals SET state = 'paid' WHERE referred_id = ${referredId} AND state = 'pending'
      AND EXISTS (SELECT 1 FROM users WHERE users.id = ${operatorId} AND users.role = 'operator') AND ${live}`),
    transfer(
      db,
      {
        refersTo,
        name: "paid",
        debit: rewardsPendingIn(referrals.referrerId),
        credit: walletIn(referrals.referrerId),
        amount: referrals.rewardCents,
        currency: "USD",
        reason: "reward-paid",
        nowMs,
      },
      { from: referrals, where: isPaid },
    ),
    recordAudit(
      db,
      {
        id: `pay-reward:${referredId}`,
        actor: byOperator(operatorId),
        action: "reward-paid",
        subject: refersTo,
        nowMs,
      },
      { from: referrals, where: isPaid },
    ),
  ];
  const now = db.select({ state: referrals.state }).from(referrals).where(eq(referrals.referredId, referredId));
  return mapWork(writeThenRead(statements, row(now)), (reward): PayRewardOutcome => {
    if (!reward) return { ok: false, code: "no-such-reward" };
    if (reward.state === "paid") return { ok: true };
    return { ok: false, code: reward.state === "pending" ? "not-allowed" : "not-pending" };
  });
}
