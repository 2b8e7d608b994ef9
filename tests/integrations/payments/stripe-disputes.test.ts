import { describe, expect, it } from "vitest";
import { createStripeCheckout } from "~/integrations/payments/stripe";
import { NOW_MS } from "../support/payments";
import { recordingFetch } from "../support/recording-fetch";

function stripeWithDisputes(...statuses: string[]) {
  const data = statuses.map((status, i) => ({
    ...{ id: `du_${i}`, object: "dispute", payment_intent: "pi_1", status },
    evidence_details: { due_by: 1_800_000_000 + i },
  }));
  const recorder = recordingFetch({ json: { object: "list", has_more: false, data } });
  const config = { secretKey: "sk_test_1", webhookSecret: "whsec_1", fetch: recorder.fetch, nowMs: () => NOW_MS };
  return { ...recorder, checkout: createStripeCheckout(config) };
}

describe("reading disputes at Stripe", () => {
  it("tells apart what was taken, won and lost, and what is only asked", async () => {
    const { checkout, singleCall } = stripeWithDisputes(
      ...["needs_response", "under_review", "won", "lost", "warning_needs_response", "warning_closed", "prevented"],
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
