import { sql } from "drizzle-orm";
import { payments } from "~/db/schema/payments";
import { giveBack } from "~/areas/buying/settlement/give-back";
import { newCertificate } from "~/areas/buying/settlement/take-back";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { asOperator } from "./open-session";
import { putCask, signIn } from "./people";
import type { Shop } from "./shop";

// Payments that operators give back.

/** A stake, or the joining fee, that is bought and settled. */
export async function sold(shop: Shop, { fee = false, paymentMode = "Bank" } = {}) {
  const [referrer, buyer] = [await signIn(shop.context), await signIn(shop.context, { activated: !fee })];
  await shop.context.db.run(sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms)
    VALUES (${buyer.userId}, ${referrer.userId}, 1500, 1)`);
  const caskId = await putCask(shop.context, { totalStakes: 1 });
  await shop.buy(buyer, fee ? { product: "joining-fee", paymentMode } : { cask: caskId, paymentMode });
  const paymentId = (await shop.paymentsOf(buyer))[0]?.id ?? "";
  shop[paymentMode === "Bank" ? "stripe" : "copperx"].pay(paymentId);
  await settlePayment(shop.settlement, { paymentId });
  await shop.drain();
  return { referrer, buyer, caskId, paymentId };
}

type By = { by?: string; reason?: string; keptCents?: number };

/** @param by the operator; anyone new if not said */
export async function give(shop: Shop, paymentId: string, { by, reason = "Asked for it.", keptCents = 0 }: By = {}) {
  const { db } = shop.context;
  const operatorId = by ?? (await signIn(shop.context, { operator: true })).userId;
  const [payment] = await db
    .select()
    .from(payments)
    .where(sql`id = ${paymentId}`);
  if (!payment) throw new Error("no such payment");
  return asOperator(shop.context, operatorId, (operator) =>
    giveBack(db, { payment, reason, keptCents, operator, ...newCertificate(shop.context) }),
  );
}

export const stateOf = async (shop: Shop, paymentId: string) =>
  (
    await shop.context.db.all<{ state: string; reason: string }>(
      sql`SELECT state, reason FROM payments WHERE id = ${paymentId}`,
    )
  )[0];

export const boughtBy = async (shop: Shop, paymentId: string) =>
  (
    await shop.context.db.all<{
      stake: string;
      certificate: string;
    }>(sql`SELECT stakes.state AS stake, certificates.state AS certificate
      FROM stakes JOIN certificates ON stake_id = stakes.id WHERE payment_id = ${paymentId}`)
  )[0];
