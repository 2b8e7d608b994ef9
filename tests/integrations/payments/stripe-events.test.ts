import { describe, expect, it } from "vitest";
import { createStripeCheckout } from "~/integrations/payments/stripe";
import { hmacHex, NOW_MS, recordingFetch } from "../support/calls";

const SECRET = "whsec_test_secret";
const versions: (string | null)[] = [];
const checkout = createStripeCheckout({
  secretKey: "sk_test_1",
  webhookSecret: SECRET,
  fetch: recordingFetch().fetch,
  nowMs: () => NOW_MS,
  onOtherVersion: (version) => versions.push(version),
});

function eventBody(type: string, object: unknown, more: object = {}): string {
  return JSON.stringify({
    id: "evt_1",
    object: "event",
    api_version: "2026-10-28.endive",
    type,
    data: { object },
    ...more,
  });
}
const COMPLETED = eventBody("checkout.session.completed", {
  id: "cs_test_a1",
  object: "checkout.session",
  payment_intent: "pi_1",
  payment_status: "paid",
});

const sign = (body: string, ageSeconds = 0, secret = SECRET) => {
  const at = Math.floor(NOW_MS / 1000) - ageSeconds;
  return hmacHex(secret, `${at}.${body}`).then((mac) => ({ at, mac }));
};
const verify = (body: string, header: string | null) =>
  checkout.verifyWebhook(new Headers(header === null ? {} : { "stripe-signature": header }), body);

async function verified(body: string) {
  const { at, mac } = await sign(body);
  return verify(body, `t=${at},v1=${mac}`);
}

describe("a Stripe webhook's signature", () => {
  it("is accepted up to 300 seconds old and refused after that", async () => {
    const old = await sign(COMPLETED, 299);
    expect(await verify(COMPLETED, `t=${old.at},v1=${old.mac}`)).not.toBeNull();
    const stale = await sign(COMPLETED, 301);
    expect(await verify(COMPLETED, `t=${stale.at},v1=${stale.mac}`)).toBeNull();
  });

  it("is accepted when one of two matches, as while the secret is being changed", async () => {
    const { at, mac } = await sign(COMPLETED);
    const other = await sign(COMPLETED, 0, "whsec_older");
    expect(await verify(COMPLETED, `t=${at},v1=${other.mac},v1=${mac}`)).not.toBeNull();
  });

  it("is always refused while no secret is set", async () => {
    const unset = createStripeCheckout({
      secretKey: "sk_test_1",
      webhookSecret: "",
      fetch: recordingFetch().fetch,
      nowMs: () => NOW_MS,
    });
    const { at, mac } = await sign(COMPLETED);
    expect(await unset.verifyWebhook(new Headers({ "stripe-signature": `t=${at},v1=${mac}` }), COMPLETED)).toBeNull();
  });
});

describe("what a Stripe event is about", () => {
  it.each(["completed", "async_payment_succeeded", "async_payment_failed", "expired"])(
    "checkout.session.%s: the session",
    async (what) => {
      const body = eventBody(`checkout.session.${what}`, { id: "cs_test_a1", payment_intent: null });
      expect(await verified(body)).toEqual({
        id: "evt_1",
        type: `checkout.session.${what}`,
        concerns: "session",
        sessionId: "cs_test_a1",
        providerPaymentId: null,
      });
    },
  );

  it("charge.refunded: a refund, whose amount is not taken from it", async () => {
    const refunded = { amount_refunded: 125_000, refunded: true };
    const body = eventBody("charge.refunded", { id: "ch_1", payment_intent: "pi_1", ...refunded });
    expect(await verified(body)).toEqual({
      id: "evt_1",
      type: "charge.refunded",
      concerns: "refund",
      sessionId: null,
      providerPaymentId: "pi_1",
    });
  });

  it.each(["refund.updated", "refund.failed"])("%s: a refund of unknown total", async (type) => {
    const body = eventBody(type, { id: "re_1", payment_intent: { id: "pi_1" }, amount: 125_000, status: "failed" });
    expect(await verified(body)).toMatchObject({ concerns: "refund", providerPaymentId: "pi_1" });
  });

  it.each(["created", "updated", "closed", "funds_withdrawn", "funds_reinstated"])(
    "charge.dispute.%s: a dispute",
    async (what) => {
      const body = eventBody(`charge.dispute.${what}`, { id: "dp_1", charge: "ch_1", payment_intent: "pi_1" });
      expect(await verified(body)).toMatchObject({ concerns: "dispute", providerPaymentId: "pi_1" });
    },
  );

  it("anything else: nothing of ours", async () => {
    expect(await verified(eventBody("customer.created", { id: "cus_1" }))).toMatchObject({
      type: "customer.created",
      concerns: "nothing",
      sessionId: null,
      providerPaymentId: null,
    });
  });

  it("reports an event made for another API version, and still reads it", async () => {
    versions.length = 0;
    await verified(COMPLETED);
    expect(versions).toEqual([]);
    const event = await verified(
      eventBody("checkout.session.expired", { id: "cs_9", payment_intent: null }, { api_version: "2025-09-30.clover" }),
    );
    expect(event?.sessionId).toBe("cs_9");
    expect(versions).toEqual(["2025-09-30.clover"]);
  });
});

function stripeWithDisputes(...statuses: string[]) {
  const data = statuses.map((status, i) => ({
    id: `du_${i}`,
    object: "dispute",
    payment_intent: "pi_1",
    status,
    evidence_details: { due_by: 1_800_000_000 + i },
  }));
  const recorder = recordingFetch({ json: { object: "list", has_more: false, data } });
  const config = { secretKey: "sk_test_1", webhookSecret: "whsec_1", fetch: recorder.fetch, nowMs: () => NOW_MS };
  return { ...recorder, checkout: createStripeCheckout(config) };
}

describe("reading disputes at Stripe", () => {
  it("tells apart what was taken, won and lost, and what is only asked", async () => {
    const { checkout, singleCall } = stripeWithDisputes(
      "needs_response",
      "under_review",
      "won",
      "lost",
      "warning_needs_response",
      "warning_closed",
      "prevented",
    );
    const states = (await checkout.readDisputes("pi_1")).map(({ state }) => state);
    expect(states).toEqual(["open", "open", "won", "lost", "inquiry", "inquiry", "inquiry"]);
    const url = new URL(singleCall().url);
    expect([url.pathname, url.searchParams.get("payment_intent")]).toEqual(["/v1/disputes", "pi_1"]);
  });

  it("says until when evidence is taken, only while it is asked for and money depends on it", async () => {
    const { checkout } = stripeWithDisputes("under_review", "needs_response", "warning_needs_response", "lost");
    const days = (await checkout.readDisputes("pi_1")).map(({ answerByMs }) => answerByMs);
    expect(days).toEqual([null, 1_800_000_001_000, null, null]);
  });

  it("does not guess at a state it does not know", async () => {
    await expect(stripeWithDisputes("arbitration").checkout.readDisputes("pi_1")).rejects.toMatchObject({
      code: "unavailable",
    });
  });
});
