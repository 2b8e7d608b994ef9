// A stake whose payment is disputed, and what becomes of all that it bought.
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { payReward } from "~/areas/accounts/rewards/decide-reward";
import { recordEvent } from "~/areas/buying/provider-events";
import type { ProviderDispute } from "~/integrations/payments/port";
import { sold } from "./given-back";
import { asOperator } from "./open-session";
import { expectInvariants } from "./invariants";
import { signIn } from "./people";
import type { Shop } from "./shop";

export async function soldStake(shop: Shop, { rewardPaid = false } = {}) {
  const bought = await sold(shop);
  if (rewardPaid) expect(await payRewardOf(shop, bought.buyer.userId)).toEqual({ ok: true });
  return bought;
}

export async function payRewardOf({ context }: Shop, referredId: string, by?: string) {
  const operatorId = by ?? (await signIn(context, { operator: true })).userId;
  return asOperator(context, operatorId, (operator) => payReward(context.db, { referredId, operator }));
}

let serial = 0;

/** The provider has it so, and three copies of an event say that there is something to be read. */
export async function dispute(shop: Shop, paymentId: string, state: ProviderDispute["state"], what = "updated") {
  shop.stripe.chargeFor(paymentId).dispute = state;
  await tell(shop, { type: `charge.dispute.${what}`, concerns: "dispute", paymentId });
}

type Told = { type: string; concerns: "dispute" | "refund"; paymentId: string };

/** Three copies of an event. */
async function tell(shop: Shop, { paymentId, ...told }: Told) {
  for (let copy = 0; copy < 3; copy++) {
    await recordEvent(shop.context, "stripe", {
      ...told,
      id: `evt_dispute_${(serial += 1)}`,
      sessionId: null,
      providerPaymentId: `pi_${paymentId}`,
    });
    shop.context.clock.advance(1_000);
    await shop.drain();
  }
}

export async function standing(shop: Shop, { paymentId, buyer, referrer }: Awaited<ReturnType<typeof soldStake>>) {
  const [row] = await shop.context.db.all<
    Record<string, string>
  >(sql`SELECT payments.state AS payment, payments.reason, stakes.state AS stake,
    (SELECT group_concat(state) FROM (SELECT state FROM certificates WHERE stake_id = stakes.id ORDER BY state)) AS certificates,
    (SELECT state FROM referrals WHERE referred_id = payments.user_id) AS reward
    FROM payments JOIN stakes ON payment_id = payments.id WHERE payments.id = ${paymentId}`);
  await expectInvariants(shop.context.db);
  return {
    ...row,
    tokens: await shop.balance(`user:${buyer.userId}:tokens`),
    pending: await shop.balance(`user:${referrer.userId}:rewards-pending`),
    wallet: await shop.balance(`user:${referrer.userId}:wallet`),
  };
}

export const counts = {
  payment: "settled",
  reason: null,
  stake: "active",
  certificates: "issued",
  reward: "pending",
  tokens: 2_000,
  pending: 1_500,
  wallet: 0,
};
export const takenBack = {
  ...counts,
  payment: "disputed",
  reason: "disputed",
  stake: "frozen",
  certificates: "void",
  reward: "reversed",
  tokens: 0,
  pending: 0,
};
