import { describe, expect, it } from "vitest";
import { cardSession, makeWorld, stripeForm } from "./support/world";

describe("idempotency of card checkouts", () => {
  it("repeats the first answer and says so", async () => {
    const { stripe, now } = makeWorld();
    const params = cardSession(now());
    const first = await stripe.checkout.sessions.create(params, { idempotencyKey: "pay_1:1" });
    const again = await stripe.checkout.sessions.create(params, { idempotencyKey: "pay_1:1" });
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.idempotencyKey).toBe("pay_1:1");
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
    const other = await stripe.checkout.sessions.create(params, { idempotencyKey: "pay_1:2" });
    expect(other.id).not.toBe(first.id);
  });

  it("marks only the repeated answer, even with the parameters in another order", async () => {
    const world = makeWorld();
    const send = (form: string) => stripeForm(world, form, { "idempotency-key": "k" });
    const item = "line_items[0][price_data]";
    const price = `${item}[currency]=usd&${item}[unit_amount]=500&${item}[product_data][name]=Cask`;
    const first = await send(`mode=payment&success_url=http%3A%2F%2Fa&line_items[0][quantity]=1&${price}`);
    const again = await send(`${price}&line_items[0][quantity]=1&success_url=http%3A%2F%2Fa&mode=payment`);
    expect(first.headers.has("idempotent-replayed")).toBe(false);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await again.text()).toBe(await first.text());
  });

  it("replays the answer as it was, though the session has changed since", async () => {
    const { stripe, now } = makeWorld();
    const params = cardSession(now());
    const first = await stripe.checkout.sessions.create(params, { idempotencyKey: "k" });
    await stripe.checkout.sessions.expire(first.id);
    await expect(stripe.checkout.sessions.create(params, { idempotencyKey: "k" })).resolves.toMatchObject({
      status: "open",
    });
  });

  it("refuses a different request under the same key", async () => {
    const { stripe, now } = makeWorld();
    await stripe.checkout.sessions.create(cardSession(now()), { idempotencyKey: "k" });
    const other = cardSession(now(), { client_reference_id: "pay_2" });
    await expect(stripe.checkout.sessions.create(other, { idempotencyKey: "k" })).rejects.toMatchObject({
      type: "StripeIdempotencyError",
      statusCode: 400,
    });
    await expect(stripe.refunds.create({ charge: "ch_1" }, { idempotencyKey: "k" })).rejects.toMatchObject({
      type: "StripeIdempotencyError",
    });
  });

  it("stores nothing about a refused request", async () => {
    const { stripe, now } = makeWorld();
    const refused = stripe.checkout.sessions.create(cardSession(now(), { customer_email: "nobody" }), {
      idempotencyKey: "k",
    });
    await expect(refused).rejects.toMatchObject({ code: "email_invalid" });
    await expect(stripe.checkout.sessions.create(cardSession(now()), { idempotencyKey: "k" })).resolves.toHaveProperty(
      "id",
    );
  });

  it("answers 409 while the first request with the key is still running", async () => {
    const { stripe, now, deps, post } = makeWorld();
    let release = () => {};
    deps.wait = () => new Promise((resolve) => (release = resolve));
    await post("/sandbox/faults", { api: { latency_ms: 1000 } });
    const params = cardSession(now());
    const first = stripe.checkout.sessions.create(params, { idempotencyKey: "k" });
    await expect.poll(() => deps.inFlight.size).toBe(1);
    await expect(stripe.checkout.sessions.create(params, { idempotencyKey: "k" })).rejects.toMatchObject({
      statusCode: 409,
      code: "idempotency_key_in_use",
    });
    release();
    const made = await first;
    await expect(stripe.checkout.sessions.create(params, { idempotencyKey: "k" })).resolves.toMatchObject({
      id: made.id,
    });
  });

  it("forgets a key after a day", async () => {
    const { stripe, now, pass } = makeWorld();
    const first = await stripe.checkout.sessions.create(cardSession(now()), { idempotencyKey: "k" });
    await pass(86_400_000);
    const later = await stripe.checkout.sessions.create(cardSession(now()), { idempotencyKey: "k" });
    expect(later.id).not.toBe(first.id);
  });
});
