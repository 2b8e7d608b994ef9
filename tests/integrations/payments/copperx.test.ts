import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCopperxCheckout } from "~/integrations/payments/copperx";
import { ProviderError } from "~/integrations/payments/port";
import { failureAs, hmacHex, NOW_MS, recordingFetch, type Reply, sessionRequest } from "../support/calls";

const ID = "6bce7b07-825f-454e-bea8-3a2bb04a570b";
const OPEN = {
  id: ID,
  createdAt: "2026-12-12T09:30:00.453Z",
  mode: "payment",
  paymentMethodTypes: ["wallet"],
  paymentSetting: { allowedChains: [{ chainId: 56 }], paymentMethodTypes: null, preferredChainId: 56 },
  expiresAt: "2026-12-12T10:00:00.250Z",
  amountTotal: "125000000000",
  currency: "usdt",
  clientReferenceId: "pay_01JD",
  status: "open",
  paymentStatus: "unpaid",
  metadata: { paymentId: "pay_01JD" },
  url: `https://buy.copperx.io/payment/checkout-session/${ID}`,
  customerDetails: { address: {} },
  paymentIntent: { id: "pi-uuid", amount: "125000000000", amountReceived: null, transactions: [] },
};
const PAID = {
  ...OPEN,
  status: "complete",
  paymentStatus: "paid",
  paymentIntent: { ...OPEN.paymentIntent, transactions: [{ transactionHash: "0xabc" }] },
};

function copperxWith(...replies: Reply[]) {
  const recorder = recordingFetch(...replies);
  const config = { apiKey: "pav1_1", webhookSecret: "secret", fetch: recorder.fetch, nowMs: () => NOW_MS };
  return { ...recorder, checkout: createCopperxCheckout(config) };
}

const failureOf = (call: Promise<unknown>) => failureAs(ProviderError, call);

describe("creating a Copperx session", () => {
  it("asks for USDT on BNB Smart Chain, with the amount as text of 1e-8 units", async () => {
    const { checkout, singleCall } = copperxWith({ status: 201, json: OPEN });
    const request = sessionRequest();
    const metadata = { ...request.metadata, paymentMode: "Crypto" };
    const created = await checkout.createSession({ ...request, metadata });
    expect(created).toEqual({ sessionId: ID, url: OPEN.url, expiresAtMs: Date.parse(OPEN.expiresAt) });
    expect(`${singleCall().method} ${singleCall().url}`).toBe("POST https://api.copperx.io/api/v1/checkout/sessions");
    expect(JSON.parse(singleCall().body)).toEqual({
      mode: "payment",
      submitType: "pay",
      clientReferenceId: "pay_01JD",
      successUrl: "https://app.example/payment-success?payment=pay_01JD",
      cancelUrl: "https://app.example/payment-unsuccessful?payment=pay_01JD",
      afterCompletion: "redirect",
      expiresAt: new Date(NOW_MS + 30 * 60_000).toISOString(),
      lineItems: {
        data: [
          {
            quantity: 1,
            priceData: {
              currency: "usdt",
              type: "one_time",
              unitAmount: "125000000000",
              productData: { name: "Glen Orrin 2019 & Sons", description: "One stake, number 17 of 240" },
            },
          },
        ],
      },
      paymentSetting: { allowedChains: [{ chainId: 56 }], preferredChainId: 56, allowSwap: false },
      metadata: { ...metadata, paymentId: "pay_01JD" },
    });
    const { headers, init } = singleCall();
    expect(headers.get("authorization")).toBe("Bearer pav1_1");
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("accept")).toBe("application/json");
    expect(init.signal).toBeInstanceOf(AbortSignal);
    expect(init.redirect).toBe("manual");
  });

  it("reads back every amount it asks for", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), async (amountCents) => {
        const { checkout, singleCall } = copperxWith({ json: OPEN });
        await checkout.createSession(sessionRequest({ amountCents }));
        const amountTotal = JSON.parse(singleCall().body).lineItems.data[0].priceData.unitAmount;
        const reader = copperxWith({ json: { ...OPEN, amountTotal } });
        return (await reader.checkout.readSession(ID)).amountCents === amountCents;
      }),
    );
  });
});

describe("what Copperx's failures mean", () => {
  const nest = (status: number): Reply => ({ status, json: { statusCode: status, message: ["secret"], error: "x" } });
  it.each<[string, "rejected" | "unavailable", Reply]>([
    ["a bad request", "rejected", nest(400)],
    ["an unknown session", "rejected", nest(404)],
    ["a body it cannot use", "rejected", nest(422)],
    ["a wrong key", "unavailable", nest(401)],
    ["a key without the right", "unavailable", nest(403)],
    ["too many requests", "unavailable", nest(429)],
    ["a server error", "unavailable", nest(500)],
    ["a redirect", "unavailable", { status: 302, headers: { location: "https://evil.example/" } }],
    ["a page instead of JSON", "unavailable", { text: "<h1>maintenance</h1>" }],
    ["no session in the answer", "unavailable", { json: { ok: true } }],
    ["a state we do not know", "unavailable", { json: { ...OPEN, status: "paused" } }],
    ["no connection", "unavailable", new Error("refused")],
    ["no answer in time", "unavailable", new DOMException("late", "TimeoutError")],
  ])("%s is %s", async (_name, code, reply) => {
    const { checkout, requests } = copperxWith(reply);
    const failure = await failureOf(checkout.createSession(sessionRequest()));
    expect([failure.provider, failure.code]).toEqual(["copperx", code]);
    expect(failure.message).not.toContain("secret");
    expect((await failureOf(checkout.readSession(ID))).code).toBe(code);
    expect(requests).toHaveLength(2);
  });

  it("a session without a URL is unusable", async () => {
    const { checkout } = copperxWith({ json: { ...OPEN, url: null } });
    expect((await failureOf(checkout.createSession(sessionRequest()))).code).toBe("unavailable");
  });
});

describe("reading a Copperx session", () => {
  it.each<[string, object, string, boolean, string?]>([
    ["open", OPEN, "open", false],
    ["paid but not complete", { ...PAID, status: "open" }, "open", false],
    ["complete but unpaid", { ...PAID, paymentStatus: "unpaid" }, "complete", false],
    ["expired", { ...OPEN, status: "expired" }, "expired", false],
    ["canceled", { ...OPEN, status: "canceled" }, "expired", false],
    ["paid in another coin", { ...PAID, currency: "usdc" }, "complete", true, "USDC"],
  ])("%s", async (_name, json, status, paid, currency = "USD") => {
    const { checkout } = copperxWith({ json });
    expect(await checkout.readSession(ID)).toMatchObject({ status, paid, currency });
  });

  it.each([["125000000001"], ["1250.00"], ["-125000000000"], ["1e11"], [""], [null], [1.5], ["9".repeat(29)]])(
    "reads %s as no amount",
    async (amountTotal) => {
      const { checkout } = copperxWith({ json: { ...PAID, amountTotal } });
      expect((await checkout.readSession(ID)).amountCents).toBeNull();
    },
  );

  it.each([
    ["just past its end", "2026-12-12T09:30:00.000Z", "open"],
    ["days past its end", "2026-12-01T09:30:00.000Z", "expired"],
    ["without an end", null, "open"],
    ["with an end that is not a date", "soon", "open"],
  ])("reads a session shown as open %s (%s) as %s", async (_name, expiresAt, status) => {
    const { checkout } = copperxWith({ json: { ...OPEN, expiresAt } });
    expect(await checkout.readSession(ID)).toMatchObject({ status, url: status === "open" ? OPEN.url : null });
    const paid = copperxWith({ json: { ...PAID, expiresAt } });
    expect(await paid.checkout.readSession(ID)).toMatchObject({ status: "complete", paid: true });
  });

  it("falls back to the metadata for our payment and to the intent for theirs", async () => {
    const json = { ...PAID, clientReferenceId: null, paymentIntent: { id: "pi-uuid" } };
    const { checkout } = copperxWith({ json });
    expect(await checkout.readSession(ID)).toMatchObject({ paymentId: "pay_01JD", providerPaymentId: "pi-uuid" });
  });

  it("cannot be sent to another path by a session id", async () => {
    const { checkout, singleCall } = copperxWith({ json: OPEN });
    await checkout.readSession("../transactions?x=");
    expect(singleCall().url).toBe("https://api.copperx.io/api/v1/checkout/sessions/..%2Ftransactions%3Fx%3D");
  });
});

it("Copperx has no call to end a session or to refund", async () => {
  const { checkout, requests } = copperxWith();
  expect(await checkout.expireSession(ID)).toBe("unsupported");
  const refund = { paymentId: "pay_01JD", providerPaymentId: "0xabc", amountCents: 1 };
  expect(await checkout.refund(refund)).toEqual({ status: "manual", refundId: null });
  expect(requests).toEqual([]);
});

const SECRET = "copperx-webhook-secret";
const checkout = createCopperxCheckout({
  apiKey: "pav1_1",
  webhookSecret: SECRET,
  fetch: recordingFetch().fetch,
  nowMs: () => NOW_MS,
});

const COMPLETED = JSON.stringify({
  id: "518fa184-194b-40f3-9ce8-33fe668305a7",
  apiVersion: "2023-01-11",
  created: 1_797_067_800_250,
  object: "checkoutSession",
  type: "checkout_session.completed",
  data: { object: { id: "6bce7b07", status: "complete", paymentStatus: "unpaid", amountTotal: "125000000000" } },
});

const verify = (body: string, headers: Record<string, string>) => checkout.verifyWebhook(new Headers(headers), body);

async function verified(event: unknown) {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  return verify(body, { "x-webhook-signature": await hmacHex(SECRET, body) });
}

describe("a Copperx webhook's signature", () => {
  it("is accepted as hex, in either case, with or without its prefix", async () => {
    const mac = await hmacHex(SECRET, COMPLETED);
    for (const value of [mac, mac.toUpperCase(), `sha256=${mac}`]) {
      expect(await verify(COMPLETED, { "x-webhook-signature": value }), value).not.toBeNull();
    }
  });

  it("is always refused while no secret is set", async () => {
    const unset = createCopperxCheckout({
      apiKey: "k",
      webhookSecret: "",
      fetch: recordingFetch().fetch,
      nowMs: () => NOW_MS,
    });
    const headers = new Headers({ "x-webhook-signature": "0".repeat(64) });
    expect(await unset.verifyWebhook(headers, COMPLETED)).toBeNull();
  });
});

describe("what a Copperx event is about", () => {
  it.each(["completed", "expired", "canceled"])("checkout_session.%s: the session, and nothing more", async (what) => {
    const event = { ...JSON.parse(COMPLETED), type: `checkout_session.${what}` };
    expect(await verified(event)).toEqual({
      id: "518fa184-194b-40f3-9ce8-33fe668305a7",
      type: `checkout_session.${what}`,
      concerns: "session",
      sessionId: "6bce7b07",
      providerPaymentId: null,
    });
  });

  it("anything else: nothing of ours", async () => {
    const event = { ...JSON.parse(COMPLETED), type: "invoice.paid" };
    expect(await verified(event)).toMatchObject({ concerns: "nothing", sessionId: null });
  });
});
