import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { payReward } from "~/areas/accounts/rewards/decide-reward";
import { recordEvent } from "~/areas/buying/provider-events";
import { giveBack } from "~/areas/buying/settlement/give-back";
import { newCertificate } from "~/areas/buying/settlement/take-back";
import type { ProviderDispute } from "~/integrations/payments/port";
import { expectInvariants } from "./invariants";
import { asOperator } from "./open-session";
import { putCask, signIn } from "./people";
import type { Shop } from "./shop";

// Payments that operators give back, or that are disputed, and what becomes of all that they bought.

/** A stake that is bought and settled, by someone whom another has brought. */
export async function sold(shop: Shop) {
  const [referrer, buyer] = [await signIn(shop.context), await signIn(shop.context)];
  await shop.context.db.run(sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms)
    VALUES (${buyer.userId}, ${referrer.userId}, 1500, 1)`);
  const caskId = await putCask(shop.context, { totalStakes: 1 });
  const { paymentId } = await shop.sell({ cask: caskId }, buyer);
  await shop.drain();
  return { referrer, buyer, caskId, paymentId };
}

type By = { by?: string; reason?: string };

/** @param by the operator; anyone new if not said */
export async function give(shop: Shop, paymentId: string, { by, reason = "Asked for it." }: By = {}) {
  const { db } = shop.context;
  const operatorId = by ?? (await signIn(shop.context, { operator: true })).userId;
  const payment = await shop.payment(paymentId);
  return asOperator(shop.context, operatorId, (operator) =>
    giveBack(db, { payment, reason, operator, ...newCertificate(shop.context) }),
  );
}

export const boughtBy = async (shop: Shop, paymentId: string) =>
  (
    await shop.context.db.all<{
      stake: string;
      certificate: string;
    }>(sql`SELECT stakes.state AS stake, certificates.state AS certificate
      FROM stakes JOIN certificates ON stake_id = stakes.id WHERE payment_id = ${paymentId}`)
  )[0];

/** A stake, of which the referrer may have been paid the reward already. */
export async function soldStake(shop: Shop, { rewardPaid = false } = {}) {
  const sale = await sold(shop);
  if (rewardPaid) expect(await payRewardOf(shop, sale.buyer.userId)).toEqual({ ok: true });
  return sale;
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
