import { expect } from "vitest";
import { recordEvent } from "~/areas/buying/payment-events/record-event";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import type { Person } from "./people";
import type { Shop } from "./shop";

// Money that an investor pays into the wallet, and what the provider says of it later.

export const addMoney = (shop: Shop, person: Person, amount: string, paymentMode = "Bank") =>
  shop.buy(person, { product: "top-up", amount, paymentMode });

export const latestPayment = async (shop: Shop, person: Person) => (await shop.paymentsOf(person)).at(-1)?.id ?? "";

export async function paidIn(shop: Shop, person: Person, amount = "100") {
  // A payment is found as the latest.
  shop.context.clock.advance(1_000);
  expect((await addMoney(shop, person, amount)).status).toBe(303);
  const paymentId = await latestPayment(shop, person);
  shop.stripe.pay(paymentId);
  await settlePayment(shop.settlement, { paymentId });
  await shop.drain();
  return paymentId;
}

let serial = 0;

/** Two copies of an event about a top-up, each dealt with before the next. */
export async function tellOfTopUp(shop: Shop, paymentId: string, concerns: "dispute" | "refund") {
  const charge = shop.stripe.chargeFor(paymentId);
  if (concerns === "refund" && charge.refunds.length === 0) shop.stripe.takeBack(charge, charge.cents ?? 0);
  for (let copy = 0; copy < 2; copy++) {
    await recordEvent(shop.context, "stripe", {
      id: `evt_top_up_${(serial += 1)}`,
      type: concerns === "dispute" ? "charge.dispute.updated" : "charge.refunded",
      concerns,
      sessionId: null,
      providerPaymentId: `pi_${paymentId}`,
    });
    shop.context.clock.advance(1_000);
    await shop.drain();
  }
}

export const disputeTopUp = (shop: Shop, paymentId: string, state: "open" | "won" | "lost") => {
  shop.stripe.chargeFor(paymentId).dispute = state;
  return tellOfTopUp(shop, paymentId, "dispute");
};
