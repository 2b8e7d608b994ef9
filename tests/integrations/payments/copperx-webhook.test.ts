import { describe, expect, it } from "vitest";
import { createCopperxCheckout } from "~/integrations/payments/copperx";
import { hmacHex, NOW_MS } from "../support/payments";
import { recordingFetch } from "../support/recording-fetch";

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
