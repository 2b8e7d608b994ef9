import { describe, expect, it } from "vitest";
import { createStripeCheckout } from "~/integrations/payments/stripe";
import { handle } from "../../workers/sandbox/handle";
import { cardSession, intentOf, makeWorld } from "./support/world";

async function paidWorld() {
  const world = makeWorld();
  const { id, url } = await world.stripe.checkout.sessions.create(cardSession(world.now()));
  await world.choose(url ?? "", "paid");
  const session = await world.stripe.checkout.sessions.retrieve(id);
  await world.pass(1_000);
  world.sent.length = 0;
  return { ...world, intent: intentOf(session) };
}

describe("refunds", () => {
  it("return the whole amount by default, once, and send an event", async () => {
    const { stripe, intent, pass, sent } = await paidWorld();
    const params = {
      payment_intent: intent,
      reason: "requested_by_customer",
      metadata: { payment_id: "pay_1" },
    } as const;
    const refund = await stripe.refunds.create(params, { idempotencyKey: "refund:pay_1" });
    expect(refund).toMatchObject({ object: "refund", amount: 50_000, status: "succeeded", payment_intent: intent });
    const again = await stripe.refunds.create(params, { idempotencyKey: "refund:pay_1" });
    expect(again.id).toBe(refund.id);
    await expect(stripe.refunds.create(params)).rejects.toMatchObject({ code: "charge_already_refunded" });
    await pass(1_000);
    expect(sent).toHaveLength(1);
    expect(JSON.parse(sent[0]?.body ?? "")).toMatchObject({
      type: "charge.refunded",
      data: {
        object: { object: "charge", payment_intent: intent, amount_refunded: 50_000, refunded: true },
        previous_attributes: { amount_refunded: 0 },
      },
    });
    await expect(stripe.refunds.retrieve(refund.id)).resolves.toMatchObject({ id: refund.id });
    const all = await stripe.refunds.list({ payment_intent: intent });
    expect(all.data.map(({ id }) => id)).toEqual([refund.id]);
  });

  it("can be partial, never more than is left", async () => {
    const { stripe, intent, pass, sent } = await paidWorld();
    await stripe.refunds.create({ payment_intent: intent, amount: 20_000 });
    await expect(stripe.refunds.create({ payment_intent: intent, amount: 30_001 })).rejects.toMatchObject({
      param: "amount",
    });
    await stripe.refunds.create({ payment_intent: intent, amount: 30_000 });
    await pass(1_000);
    const charges = sent.map(({ body }) => JSON.parse(body).data.object);
    expect(charges.map(({ amount_refunded, refunded }) => [amount_refunded, refunded])).toEqual([
      [20_000, false],
      [50_000, true],
    ]);
  });

  it("asked for by the app return what is left of a payment that has gone back in part, once", async () => {
    const { deps, stripe, intent, now } = await paidWorld();
    await stripe.refunds.create({ payment_intent: intent, amount: 20_000 });
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = deps.config;
    const sandbox: typeof fetch = (input, init) => handle(new Request(input, init), deps);
    const checkout = createStripeCheckout({ secretKey, webhookSecret, fetch: sandbox, nowMs: now });
    const request = { paymentId: "pay_1", providerPaymentId: intent, amountCents: 50_000 };
    expect((await checkout.refund(request)).status).toBe("refunded");
    expect((await checkout.refund(request)).status).toBe("refunded");
    const { data } = await stripe.refunds.list({ payment_intent: intent });
    expect(data.map(({ amount }) => amount)).toEqual([30_000, 20_000]);
  });

  it("are refused when the payment is unknown or missing", async () => {
    const { stripe } = await paidWorld();
    await expect(stripe.refunds.create({ payment_intent: "pi_1" })).rejects.toMatchObject({ code: "resource_missing" });
    await expect(stripe.refunds.create({})).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.refunds.create({ charge: "ch_1" })).rejects.toMatchObject({ code: "resource_missing" });
  });

  it("can be made at the provider too, without the app", async () => {
    const { intent, post, pass, sent } = await paidWorld();
    const answer = await post("/sandbox/stripe/refunds", { payment_intent: intent });
    expect(answer.status).toBe(200);
    await pass(1_000);
    expect(JSON.parse(sent[0]?.body ?? "").type).toBe("charge.refunded");
    expect((await post("/sandbox/stripe/refunds", { payment_intent: intent })).status).toBe(400);
    expect((await post("/sandbox/stripe/refunds", { intent })).status).toBe(400);
  });
});

describe("disputes", () => {
  it("come once, as an event, and leave nothing to refund", async () => {
    const { stripe, intent, post, pass, sent } = await paidWorld();
    const dispute = await (await post("/sandbox/stripe/disputes", { payment_intent: intent })).json();
    expect(dispute).toMatchObject({
      object: "dispute",
      amount: 50_000,
      payment_intent: intent,
      status: "needs_response",
    });
    await pass(1_000);
    expect(JSON.parse(sent[0]?.body ?? "")).toMatchObject({
      type: "charge.dispute.created",
      data: { object: dispute },
    });
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({ code: "charge_disputed" });
    expect((await post("/sandbox/stripe/disputes", { payment_intent: intent })).status).toBe(400);
    expect((await post("/sandbox/stripe/disputes", { payment_intent: "pi_1" })).status).toBe(404);
    expect((await post("/sandbox/stripe/disputes", {})).status).toBe(400);
  });
});
