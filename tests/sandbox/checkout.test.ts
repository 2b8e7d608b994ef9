import { describe, expect, it } from "vitest";
import { sha256Base64 } from "../../workers/sandbox/signing";
import { payStripeSession } from "../../workers/sandbox/stripe/sessions";
import { APP, cardSession, makeWorld, SANDBOX } from "./support/world";

async function opened() {
  const world = makeWorld();
  const params = cardSession(world.now());
  const { id, url } = await world.stripe.checkout.sessions.create(params);
  return { ...world, id, url: url ?? "" };
}

describe("the checkout page", () => {
  it("has one form with a button for each outcome, and says that no real money moves", async () => {
    const { call, url } = await opened();
    const answer = await call(url);
    const page = await answer.text();
    expect(page.match(/<form /g)).toHaveLength(1);
    expect(page).toContain('<form method="post">');
    expect([...page.matchAll(/name="outcome"\s+value="(\w+)"/g)].map((match) => match[1])).toEqual([
      "paid",
      "declined",
      "cancel",
    ]);
    for (const text of ["Glen Ord 2019", "$500.00 USD", "Sandbox: no real money"]) expect(page).toContain(text);
    const style = /<style>([^]*)<\/style>/.exec(page)?.[1] ?? "";
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain(`style-src 'sha256-${await sha256Base64(style)}'`);
    expect(policy).toContain(`form-action 'self' ${APP}`);
    expect(page).not.toContain("<script");
  });

  it("completes when paid and returns to the app with the session's id, even if clicked twice", async () => {
    const { choose, url, id, stripe, pass, sent } = await opened();
    const answers = [await choose(url, "paid"), await choose(url, "paid")];
    for (const answer of answers) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get("location")).toBe(`${APP}/payment-success?payment=pay_1&session=${id}`);
    }
    await expect(stripe.checkout.sessions.retrieve(id)).resolves.toMatchObject({ status: "complete" });
    await pass(1_000);
    expect(sent).toHaveLength(1);
  });

  it("takes the money of a session once, whatever the caller", async () => {
    const { deps, id, choose, url, pass, sent } = await opened();
    await choose(url, "paid");
    expect(payStripeSession(deps, id)).toBeNull();
    await pass(1_000);
    expect(sent).toHaveLength(1);
    expect(deps.store.list("stripe.payment", { limit: 10 })).toHaveLength(1);
  });

  it("says so when declined, and stays open", async () => {
    const { choose, url, id, stripe, pass, sent } = await opened();
    const answer = await choose(url, "declined");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("Your card was declined");
    await expect(stripe.checkout.sessions.retrieve(id)).resolves.toMatchObject({
      status: "open",
      payment_intent: null,
    });
    await pass(1_000);
    expect(sent).toHaveLength(0);
    expect((await choose(url, "paid")).status).toBe(303);
  });

  it("returns when cancelled, and leaves the session open", async () => {
    const { choose, url, id, stripe } = await opened();
    const answer = await choose(url, "cancel");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`${APP}/payment-unsuccessful?payment=pay_1`);
    await expect(stripe.checkout.sessions.retrieve(id)).resolves.toMatchObject({ status: "open" });
  });

  it("refuses any other outcome; only crypto can be underpaid", async () => {
    const { choose, url } = await opened();
    expect((await choose(url, "underpaid")).status).toBe(400);
    expect((await choose(url, "")).status).toBe(400);
  });

  it("shows the end of a completed or expired session, with a way back and no form", async () => {
    const { call, choose, url, stripe, now, post } = await opened();
    await choose(url, "paid");
    const finished = await (await call(url)).text();
    expect(finished).toContain("This payment is complete");
    const other = await stripe.checkout.sessions.create(cardSession(now()));
    expect((await post("/sandbox/expire", { session: other.id })).status).toBe(200);
    expect((await post("/sandbox/expire", { session: other.id })).status).toBe(409);
    expect((await post("/sandbox/expire", { session: "none" })).status).toBe(404);
    const expired = await (await call(other.url ?? "")).text();
    expect(expired).toContain("This checkout has expired");
    for (const page of [finished, expired]) {
      expect(page).not.toContain("<form");
      expect(page).toContain("Back to the shop");
    }
  });

  it("is served on the sandbox's origin only", async () => {
    const { call, id } = await opened();
    const answer = await call(`${APP}/sandbox/checkout/stripe/${id}`);
    expect(answer.status).toBe(307);
    expect(answer.headers.get("location")).toBe(`${SANDBOX}/sandbox/checkout/stripe/${id}`);
    expect((await call(`${SANDBOX}/sandbox/checkout/stripe/none`)).status).toBe(404);
    expect((await call(`${SANDBOX}/sandbox/checkout/copperx/${id}`)).status).toBe(404);
  });
});

describe("the overview", () => {
  it("lists sessions and webhooks, for people and as JSON", async () => {
    const { call, choose, url, id, pass } = await opened();
    await choose(url, "paid");
    await pass(1_000);
    const page = await (await call(`${SANDBOX}/sandbox/`)).text();
    for (const text of [url, "500.00 USD", "/sandbox/outbox", "checkout.session.completed"])
      expect(page).toContain(text);
    const data = await (await call(`${SANDBOX}/sandbox/`, { headers: { accept: "application/json" } })).json();
    expect(data).toMatchObject({
      sessions: [{ provider: "stripe", id, status: "complete", paid: true }],
      webhooks: [{ type: "checkout.session.completed", state: "delivered", attempts: 1, last_status: 200 }],
      faults: {},
    });
  });
});
