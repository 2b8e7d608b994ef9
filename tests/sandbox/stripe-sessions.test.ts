import { describe, expect, it } from "vitest";
import { cardSession, intentOf, makeWorld, SANDBOX } from "./support/world";

const MINUTE = 60_000;
const REQUIRED_KEYS = `id object adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types
  amount_subtotal amount_total automatic_tax billing_address_collection cancel_url client_reference_id client_secret
  collected_information consent consent_collection created currency currency_conversion custom_fields custom_text customer
  customer_account customer_creation customer_details customer_email discounts expires_at integration_identifier invoice
  invoice_creation livemode locale managed_payments metadata mode origin_context payment_intent payment_link
  payment_method_collection payment_method_configuration_details payment_method_options payment_method_types payment_status
  permissions recovered_from saved_payment_method_options setup_intent shipping_address_collection shipping_cost
  shipping_options status submit_type subscription success_url total_details ui_mode url wallet_options`.split(/\s+/);

describe("card checkout sessions", () => {
  it("contain the full object, open and unpaid, with what was asked for", async () => {
    const { stripe, now } = makeWorld();
    const session = await stripe.checkout.sessions.create(cardSession(now()));
    expect(REQUIRED_KEYS).toHaveLength(59);
    for (const key of REQUIRED_KEYS) expect(session, key).toHaveProperty(key);
    expect(session).toMatchObject({
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      amount_total: 50_000,
      currency: "usd",
      client_reference_id: "pay_1",
      metadata: { payment_id: "pay_1" },
      expires_at: now() / 1000 + 1800,
      url: `${SANDBOX}/sandbox/checkout/stripe/${session.id}`,
      success_url: "http://localhost:8810/payment-success?payment=pay_1&session={CHECKOUT_SESSION_ID}",
    });
    expect(session.lastResponse.requestId).toMatch(/^req_/);
  });

  it("contain the payment once paid, expanded on request", async () => {
    const { stripe, now, choose } = makeWorld();
    const { id, url } = await stripe.checkout.sessions.create(cardSession(now()));
    await choose(url ?? "", "paid");
    const paid = await stripe.checkout.sessions.retrieve(id, {
      expand: ["payment_intent.latest_charge", "line_items"],
    });
    expect(paid).toMatchObject({ status: "complete", payment_status: "paid", url: null });
    expect(paid.payment_intent).toMatchObject({
      metadata: { payment_id: "pay_1" },
      latest_charge: { object: "charge", amount: 50_000, refunded: false },
    });
    expect(paid.line_items?.data[0]).toMatchObject({ description: "Glen Ord 2019", amount_total: 50_000, quantity: 1 });
    const plain = await stripe.checkout.sessions.retrieve(id);
    expect(plain.payment_intent).toMatch(/^pi_/);
    const found = await stripe.checkout.sessions.list({ payment_intent: intentOf(plain) });
    expect(found.data.map((session) => session.id)).toEqual([id]);
    expect(plain).not.toHaveProperty("line_items");
  });

  it("are listed page by page, newest first, from a given time on", async () => {
    const { stripe, now, pass } = makeWorld();
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      ids.unshift((await stripe.checkout.sessions.create(cardSession(now()))).id);
      await pass(1_000);
    }
    const first = await stripe.checkout.sessions.list({ limit: 2 });
    expect(first.data.map((session) => session.id)).toEqual(ids.slice(0, 2));
    expect(first.has_more).toBe(true);
    const all: string[] = [];
    for await (const session of stripe.checkout.sessions.list({ limit: 2 })) all.push(session.id);
    expect(all).toEqual(ids);
    const back = await stripe.checkout.sessions.list({ limit: 2, ending_before: ids[4] });
    expect(back.data.map((session) => session.id)).toEqual(ids.slice(2, 4));
    const recent = await stripe.checkout.sessions.list({ created: { gte: now() / 1000 - 2 } });
    expect(recent.data.map((session) => session.id)).toEqual(ids.slice(0, 2));
  });

  it("list line items", async () => {
    const { stripe, now } = makeWorld();
    const { id } = await stripe.checkout.sessions.create(cardSession(now()));
    const items = await stripe.checkout.sessions.listLineItems(id);
    expect(items.data).toHaveLength(1);
    expect(items.data[0]?.price).toMatchObject({ unit_amount: 50_000, currency: "usd" });
  });

  it("can be expired only while open, and send an event", async () => {
    const { stripe, now, pass, sent } = makeWorld();
    const { id } = await stripe.checkout.sessions.create(cardSession(now()));
    await expect(stripe.checkout.sessions.expire(id)).resolves.toMatchObject({ status: "expired", url: null });
    await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 });
    await pass(1_000);
    expect(sent.map(({ body }) => JSON.parse(body).type)).toEqual(["checkout.session.expired"]);
  });

  it("expire at the end of their time, not before, whether anyone looks or not", async () => {
    const { stripe, now, pass, sent, choose } = makeWorld();
    const looked = await stripe.checkout.sessions.create(cardSession(now()));
    await stripe.checkout.sessions.create(cardSession(now()));
    await pass(30 * MINUTE - 1);
    await expect(stripe.checkout.sessions.retrieve(looked.id)).resolves.toMatchObject({ status: "open" });
    await pass(1);
    await expect(stripe.checkout.sessions.retrieve(looked.id)).resolves.toMatchObject({ status: "expired" });
    expect((await choose(looked.url ?? "", "paid")).status).toBe(409);
    await pass(1_000);
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ body }) => JSON.parse(body).data.object.status))).toEqual(new Set(["expired"]));
  });
});
