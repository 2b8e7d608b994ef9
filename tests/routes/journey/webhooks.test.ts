import { sql } from "drizzle-orm";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { createCopperxCheckout } from "~/integrations/payments/copperx";
import { createStripeCheckout } from "~/integrations/payments/stripe";
import { action as webhook } from "~/routes/webhooks.$provider";
import { runOutboxRow } from "../../../workers/settlement/outbox";
import { testConfig } from "../../support/context";
import { expectInvariants } from "../../support/invariants";
import { putCask, signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";

const noNetwork = () => Promise.reject(new Error("no network in this test"));

/** The shop with the real signature checks in front of its fake sessions. */
function openSignedShop(): Shop {
  const shop = openShop();
  const config = { fetch: noNetwork, nowMs: shop.context.nowMs };
  const real = {
    stripe: createStripeCheckout({
      ...config,
      secretKey: testConfig.STRIPE_SECRET_KEY,
      webhookSecret: testConfig.STRIPE_WEBHOOK_SECRET,
    }),
    copperx: createCopperxCheckout({
      ...config,
      apiKey: testConfig.COPPERX_API_KEY,
      webhookSecret: testConfig.COPPERX_WEBHOOK_SECRET,
    }),
  };
  shop.stripe.verifyWebhook = (headers?: Headers, body?: string) =>
    real.stripe.verifyWebhook(headers ?? new Headers(), body ?? "");
  shop.copperx.verifyWebhook = (headers?: Headers, body?: string) =>
    real.copperx.verifyWebhook(headers ?? new Headers(), body ?? "");
  return shop;
}

const eventBody = (id: string, sessionId: string, type = "checkout.session.completed") =>
  JSON.stringify({
    id,
    object: "event",
    api_version: Stripe.API_VERSION,
    created: 1,
    type,
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    data: { object: { id: sessionId, object: "checkout.session", payment_status: "paid" } },
  });

async function deliver(
  shop: Shop,
  body: string,
  { secret = testConfig.STRIPE_WEBHOOK_SECRET, ageSeconds = 0 } = {},
): Promise<number> {
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret,
    timestamp: Math.floor(shop.context.nowMs() / 1000) - ageSeconds,
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });
  const request = new Request("http://localhost:8787/webhooks/stripe", {
    method: "POST",
    headers: { "Stripe-Signature": signature },
    body,
  });
  const context = shop.context.next();
  const answer = await webhook({ request, context, params: { provider: "stripe" } });
  expect(context.trips.count).toBeLessThanOrEqual(1);
  return answer.status;
}

async function paidPurchase(shop: Shop) {
  const [person, caskId] = [await signIn(shop.context), await putCask(shop.context)];
  await shop.buy(person, { cask: caskId });
  const paymentId = (await shop.paymentsOf(person))[0]?.id ?? "";
  shop.stripe.pay(paymentId);
  return { person, caskId, paymentId, sessionId: `session_${paymentId}` };
}

describe("webhooks", () => {
  it("settle a payment once, even if delivered five times in two events to two consumers at once", async () => {
    const shop = openSignedShop();
    const { person, caskId, paymentId, sessionId } = await paidPurchase(shop);
    const bodies = [
      eventBody("evt_a", sessionId),
      eventBody("evt_b", sessionId, "checkout.session.async_payment_succeeded"),
    ];
    for (const body of [...bodies, ...bodies, ...bodies]) expect(await deliver(shop, body)).toBe(200);
    await shop.context.settled();
    expect(shop.context.nudged.filter((id) => id.startsWith("handle-event:"))).toHaveLength(6);
    await Promise.all(
      shop.context.nudged.flatMap((id) => [runOutboxRow(shop.settlement, id), runOutboxRow(shop.settlement, id)]),
    );
    await shop.drain();
    expect(await shop.stock(caskId)).toMatchObject({ sold: 1, stakes: 1, reserved: 0 });
    expect(await shop.balance(`user:${person.userId}:tokens`)).toBe(2000);
    expect(await shop.context.db.all(sql`SELECT id FROM provider_events WHERE session_id = ${sessionId}`)).toHaveLength(
      2,
    );
    expect((await shop.paymentsOf(person))[0]).toMatchObject({ id: paymentId, state: "settled" });
    await expectInvariants(shop.context.db);
  });

  it("that come before the session is saved, or after it expired, end the same way", async () => {
    const shop = openSignedShop();
    const { caskId, sessionId } = await paidPurchase(shop);
    expect(await deliver(shop, eventBody("evt_expired_first", sessionId, "checkout.session.expired"))).toBe(200);
    expect(await deliver(shop, eventBody("evt_completed_late", sessionId))).toBe(200);
    await shop.drain();
    expect(await shop.stock(caskId)).toMatchObject({ sold: 1, stakes: 1 });
  });

  it.each([
    ["a wrong secret", { secret: "whsec_of_someone_else" }],
    ["a signature of 301 seconds ago", { ageSeconds: 301 }],
  ])("with %s are refused with 400 and leave no row", async (_what, options) => {
    const shop = openSignedShop();
    const { sessionId } = await paidPurchase(shop);
    expect(await deliver(shop, eventBody(`evt_${_what.length}`, sessionId), options)).toBe(400);
    expect(await shop.context.db.all(sql`SELECT id FROM provider_events WHERE session_id = ${sessionId}`)).toEqual([]);
  });

  it("are refused without a signature, too large, or for Copperx with the token alone", async () => {
    const shop = openSignedShop();
    const send = async (provider: string, headers: Record<string, string>, body: string) => {
      const request = new Request(`http://localhost:8787/webhooks/${provider}`, { method: "POST", headers, body });
      return (await webhook({ request, context: shop.context.next(), params: { provider } })).status;
    };
    expect(await send("stripe", {}, "{}")).toBe(400);
    expect(await send("stripe", {}, "x".repeat(600 * 1024))).toBe(413);
    for (const nobody of ["", "Stripe", "constructor", "toString"]) expect(await send(nobody, {}, "{}")).toBe(404);
    expect(await send("copperx", { "x-webhook-token": testConfig.COPPERX_WEBHOOK_SECRET }, "{}")).toBe(400);
  });

  it("that never come are made up for by the payment's own check", async () => {
    const shop = openSignedShop();
    const { caskId } = await paidPurchase(shop);
    await shop.drain();
    expect(await shop.stock(caskId)).toMatchObject({ sold: 0, reserved: 1 });
    shop.context.clock.advance(121_000);
    await shop.drain();
    expect(await shop.stock(caskId)).toMatchObject({ sold: 1, stakes: 1 });
  });
});
