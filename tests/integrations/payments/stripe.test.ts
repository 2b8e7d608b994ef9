import { describe, expect, it } from "vitest";
import { ProviderError } from "~/integrations/payments/port";
import { createStripeCheckout } from "~/integrations/payments/stripe";
import { failureAs, NOW_MS, recordingFetch, type Reply, sessionRequest } from "../support/calls";

const OPEN = {
  id: "cs_test_a1",
  object: "checkout.session",
  url: "https://checkout.stripe.com/c/pay/cs_test_a1",
  status: "open",
  payment_status: "unpaid",
  amount_total: 125_000,
  currency: "usd",
  client_reference_id: "pay_01JD",
  metadata: { paymentId: "pay_01JD" },
  payment_intent: null,
  expires_at: 1_797_069_661,
};
const PAID = { ...OPEN, url: null, status: "complete", payment_status: "paid", payment_intent: "pi_1" };
const invalid = (code: string): Reply => ({
  status: 400,
  json: { error: { type: "invalid_request_error", code, message: "asha@example.com is not good" } },
});

function stripeWith(...replies: Reply[]) {
  const recorder = recordingFetch(...replies);
  const config = { secretKey: "sk_test_1", webhookSecret: "whsec_1", fetch: recorder.fetch, nowMs: () => NOW_MS };
  return { ...recorder, checkout: createStripeCheckout(config) };
}

const failureOf = (call: Promise<unknown>) => failureAs(ProviderError, call);

describe("creating a Stripe session", () => {
  it("asks for exactly one card payment of the amount in cents", async () => {
    const { checkout, singleCall } = stripeWith({ json: OPEN });
    const created = await checkout.createSession(sessionRequest());
    expect(created).toEqual({ sessionId: "cs_test_a1", url: OPEN.url, expiresAtMs: OPEN.expires_at * 1000 });
    const { method, url, body } = singleCall();
    expect(`${method} ${url}`).toBe("POST https://api.stripe.com/v1/checkout/sessions");
    const metadata = { ...sessionRequest().metadata, paymentId: "pay_01JD" };
    const nested = (prefix: string) =>
      Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`${prefix}[${key}]`, value]));
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      mode: "payment",
      client_reference_id: "pay_01JD",
      customer_email: "asha@example.com",
      success_url: "https://app.example/payment-success?payment=pay_01JD",
      cancel_url: "https://app.example/payment-unsuccessful?payment=pay_01JD",
      expires_at: String(Math.ceil(NOW_MS / 1000) + 31 * 60),
      "allowed_payment_method_types[0]": "card",
      "adaptive_pricing[enabled]": "false",
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][currency]": "usd",
      "line_items[0][price_data][unit_amount]": "125000",
      "line_items[0][price_data][product_data][name]": "Glen Orrin 2019 & Sons",
      "line_items[0][price_data][product_data][description]": "One stake, number 17 of 240",
      ...nested("metadata"),
      ...nested("payment_intent_data[metadata]"),
    });
  });

  it("sends the key, the pinned API version, a form and an idempotency key of payment and attempt", async () => {
    const { checkout, singleCall } = stripeWith({ json: OPEN });
    await checkout.createSession(sessionRequest({ attempt: 3 }));
    const { headers } = singleCall();
    expect(headers.get("authorization")).toBe("Bearer sk_test_1");
    expect(headers.get("stripe-version")).toBe("2026-10-28.endive");
    expect(headers.get("content-type")).toBe("application/x-www-form-urlencoded");
    expect(headers.get("idempotency-key")).toBe("pay_01JD:3");
    expect(headers.get("user-agent")).toMatch(/^Stripe\/v1 NodeBindings\/23\.1\.0 dunnage\/0\.1\.0/);
    expect(headers.has("x-stripe-client-telemetry")).toBe(false);
  });

  it("leaves out an unknown email and an empty description, which Stripe would refuse", async () => {
    const { checkout, singleCall } = stripeWith({ json: OPEN });
    await checkout.createSession(sessionRequest({ customerEmail: null, description: "" }));
    expect(singleCall().body).not.toMatch(/customer_email|description/);
  });

  it("retries once under the same key after a network failure or a 503", async () => {
    for (const first of [new Error("socket closed"), { status: 503, json: {} }]) {
      const { checkout, requests } = stripeWith(first, { json: OPEN });
      expect((await checkout.createSession(sessionRequest())).sessionId).toBe("cs_test_a1");
      expect(requests.map((request) => request.headers.get("idempotency-key"))).toEqual(["pay_01JD:1", "pay_01JD:1"]);
    }
  });

  it("refuses a session without a URL", async () => {
    const { checkout } = stripeWith({ json: { ...OPEN, url: null } });
    expect((await failureOf(checkout.createSession(sessionRequest()))).code).toBe("unavailable");
  });
});

describe("what Stripe's failures mean", () => {
  const errorOf = (type: string, status: number): Reply => ({ status, json: { error: { type, message: "secret" } } });
  it.each<[string, ProviderError["code"], Reply]>([
    ["an unknown parameter", "rejected", invalid("parameter_unknown")],
    ["a key used for another request", "rejected", errorOf("idempotency_error", 400)],
    ["a card error", "rejected", errorOf("card_error", 402)],
    ["something missing", "rejected", errorOf("invalid_request_error", 404)],
    ["a wrong API key", "unavailable", errorOf("invalid_request_error", 401)],
    ["a key without the right", "unavailable", errorOf("invalid_request_error", 403)],
    ["the same key in flight", "in-progress", errorOf("idempotency_error", 409)],
    ["too many requests", "unavailable", errorOf("rate_limit_error", 429)],
    ["a server error", "unavailable", errorOf("api_error", 500)],
    ["a proxy's page", "unavailable", { status: 502, text: "<h1>Bad gateway</h1>" }],
    ["no connection", "unavailable", new Error("connection refused")],
  ])("%s is %s", async (_name, code, reply) => {
    const { checkout } = stripeWith(reply);
    const failure = await failureOf(checkout.createSession(sessionRequest()));
    expect([failure.provider, failure.code]).toEqual(["stripe", code]);
  });

  it("never repeats Stripe's text, which may quote an address or a card", async () => {
    const { checkout } = stripeWith(invalid("email_invalid"));
    const failure = await failureOf(checkout.createSession(sessionRequest()));
    expect(failure.message).toBe("Stripe made no session: StripeInvalidRequestError, email_invalid");
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain("asha@");
  });
});

describe("reading a Stripe session", () => {
  it.each([
    ["open", OPEN, "open", false],
    ["complete with a payment still under way", { ...PAID, payment_status: "unpaid" }, "complete", false],
    ["said to be paid but not complete", { ...PAID, status: "open" }, "open", false],
    ["complete with nothing to pay", { ...PAID, payment_status: "no_payment_required" }, "complete", true],
    ["expired", { ...OPEN, status: "expired", url: null }, "expired", false],
  ])("a session %s", async (_name, json, status, paid) => {
    const { checkout } = stripeWith({ json });
    expect(await checkout.readSession("cs_test_a1")).toMatchObject({ status, paid });
  });

  it("finds our payment in the metadata, and the payment intent when it is expanded", async () => {
    const { checkout } = stripeWith({ json: { ...PAID, client_reference_id: null, payment_intent: { id: "pi_2" } } });
    expect(await checkout.readSession("cs_test_a1")).toMatchObject({
      paymentId: "pay_01JD",
      providerPaymentId: "pi_2",
    });
  });

  it("does not guess at an unknown state", async () => {
    for (const status of [null, "paused"]) {
      const { checkout } = stripeWith({ json: { ...PAID, status } });
      expect((await failureOf(checkout.readSession("cs_test_a1"))).code).toBe("unavailable");
    }
  });
});

it("expiring a Stripe session fails when it cannot know", async () => {
  const missing = stripeWith({ status: 404, json: { error: { type: "invalid_request_error" } } });
  expect((await failureOf(missing.checkout.expireSession("cs_test_a1"))).code).toBe("rejected");
  const down = stripeWith({ status: 500, json: { error: { type: "api_error" } } });
  expect((await failureOf(down.checkout.expireSession("cs_test_a1"))).code).toBe("unavailable");
  const stillOpen = stripeWith(invalid("other"), { json: OPEN });
  expect((await failureOf(stillOpen.checkout.expireSession("cs_test_a1"))).code).toBe("rejected");
});

describe("refunding at Stripe", () => {
  const request = { paymentId: "pay_01JD", providerPaymentId: "pi_1", amountCents: 125_000 };
  const listed = (...refunds: [string, number, string?][]): Reply => ({
    json: {
      data: refunds.map(([status, amount, paymentId]) => ({
        id: "re_0",
        object: "refund",
        payment_intent: "pi_1",
        status,
        amount,
        metadata: { paymentId },
      })),
    },
  });
  const made = (status: string | null): Reply => ({ json: { id: "re_1", object: "refund", status } });

  it("is keyed by the payment and the amount", async () => {
    const { checkout, requests } = stripeWith(listed(), made("succeeded"));
    expect(await checkout.refund(request)).toEqual({ status: "refunded", refundId: "re_1" });
    expect(new URL(requests[0]?.url ?? "").searchParams.get("payment_intent")).toBe("pi_1");
    expect(requests[1]?.url).toBe("https://api.stripe.com/v1/refunds");
    expect(requests[1]?.headers.get("idempotency-key")).toBe("refund:pay_01JD:125000");
    expect(Object.fromEntries(new URLSearchParams(requests[1]?.body))).toEqual({
      payment_intent: "pi_1",
      amount: "125000",
      reason: "requested_by_customer",
      "metadata[paymentId]": "pay_01JD",
    });
  });

  it.each([
    ["succeeded", "refunded"],
    ["pending", "pending"],
    ["requires_action", "pending"],
    ["failed", "failed"],
    ["canceled", "failed"],
    [null, "pending"],
  ])("%s means %s", async (status, outcome) => {
    const { checkout } = stripeWith(listed(), made(status));
    expect((await checkout.refund(request)).status).toBe(outcome);
  });

  it("returns what others have left of the amount", async () => {
    const others = listed(["succeeded", 40_000], ["failed", 125_000], ["canceled", 1_000], ["pending", 2_000]);
    const { checkout, requests } = stripeWith(others, made("succeeded"));
    expect(await checkout.refund(request)).toEqual({ status: "refunded", refundId: "re_1" });
    expect(new URLSearchParams(requests[1]?.body).get("amount")).toBe("83000");
  });

  it("makes none where all is back already, or where its own was made before", async () => {
    const all = stripeWith(listed(["succeeded", 42_000], ["pending", 83_000]));
    expect(await all.checkout.refund(request)).toEqual({ status: "refunded", refundId: null });
    const ours = stripeWith(listed(["succeeded", 5_000], ["pending", 120_000, "pay_01JD"]));
    expect(await ours.checkout.refund(request)).toEqual({ status: "pending", refundId: "re_0" });
    expect(ours.requests).toHaveLength(1);
  });
});
