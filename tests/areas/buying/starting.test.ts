import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sql } from "drizzle-orm";
import { HOLD_LIFETIME_MS } from "~/domain/checkout-window";
import { openShop, type Shop } from "../../support/shop";
import { expectInvariants } from "../../support/invariants";
import { putCask, signIn } from "../../support/people";

let shop: Shop;
beforeEach(() => void (shop = openShop()));
afterEach(() => expectInvariants(shop.context.db));

describe("starting a payment", () => {
  it("leads to the provider's page and reserves one stake at the price in the database", async () => {
    const [person, caskId] = [await signIn(shop.context), await putCask(shop.context, { costCents: 65_000 })];
    const answer = await shop.buy(person, { cask: caskId, amount: "1", price: "1", userID: "someone-else" });
    expect(answer.status).toBe(303);
    const [payment] = await shop.paymentsOf(person);
    expect(answer.headers.get("Location")).toBe(`https://checkout.example/session_${payment?.id}`);
    const [session] = [...shop.stripe.sessions.values()];
    expect(session?.request).toMatchObject({
      amountCents: 65_000,
      paymentId: payment?.id,
      customerEmail: person.email,
    });
    expect(session?.request.metadata).toMatchObject({
      userID: person.userId,
      amount: "650.00",
      isOneTimePay: "false",
      paymentMode: "Bank",
    });
    expect(await shop.stock(caskId)).toMatchObject({ sold: 0, reserved: 1 });
  });

  it("holds the stake for the whole time again once the hold of a changed payment method has lapsed", async () => {
    const { db, clock } = shop.context;
    const [person, caskId] = [await signIn(shop.context), await putCask(shop.context)];
    const start = async (paymentMode: string) => {
      await shop.buy(person, { cask: caskId, paymentMode });
      const [open] = await db.all<{ ends: number }>(sql`SELECT expires_at_ms AS ends FROM payments
        WHERE user_id = ${person.userId} AND state = 'open'`);
      return (open?.ends ?? 0) - clock.nowMs;
    };
    expect(await start("Bank")).toBe(HOLD_LIFETIME_MS);
    clock.advance(600_000);
    expect(await start("Crypto")).toBe(HOLD_LIFETIME_MS - 600_000);
    clock.advance(HOLD_LIFETIME_MS);
    expect(await start("Bank")).toBe(HOLD_LIFETIME_MS);
  });

  it.each([
    ["before the launch", { launchesInDays: 1 }, "not-launched"],
    ["on the launch date", { launchesInDays: 0 }, null],
    ["on the close date", { closesInDays: 0 }, null],
    ["after the close", { launchesInDays: -20, closesInDays: -1 }, "closed"],
  ])("%s has the problem: %s", async (_when, window, problem) => {
    const [person, caskId] = [await signIn(shop.context), await putCask(shop.context, window)];
    const answer = await shop.buy(person, { cask: caskId });
    expect(answer.status).toBe(problem === null ? 303 : 409);
    if (problem !== null) expect(await answer.json()).toEqual({ problem });
    expect(await shop.paymentsOf(person)).toHaveLength(problem === null ? 1 : 0);
  });

  it("is refused to viewers who have not activated their account", async () => {
    const [person, caskId] = [await signIn(shop.context, { activated: false }), await putCask(shop.context)];
    const answer = await shop.buy(person, { cask: caskId });
    expect([answer.status, await answer.json()]).toEqual([403, { problem: "not-activated" }]);
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 0 });
  });

  it("answers 404 for an unknown cask and 400 for invalid input", async () => {
    const person = await signIn(shop.context);
    expect((await shop.buy(person, { cask: "csk_nowhere" })).status).toBe(404);
    for (const fields of [
      {},
      { cask: "a", product: "joining-fee" },
      { cask: "'; DROP TABLE casks" },
      { product: "everything" },
    ]) {
      expect((await shop.buy(person, fields as Record<string, string>)).status, JSON.stringify(fields)).toBe(400);
    }
    expect((await shop.buy(person, { cask: "csk_nowhere", paymentMode: "Cash" })).status).toBe(400);
  });
});

describe("clicking twice", () => {
  it("goes to the result if the provider already has the money", async () => {
    const { buyer, caskId, paymentId } = await shop.order();
    shop.stripe.pay(paymentId);
    const again = await shop.buy(buyer, { cask: caskId });
    expect(again.headers.get("Location")).toBe(`/payment-success?payment=${paymentId}`);
  });

  it("with another way to pay ends the first attempt, keeps a stake reserved, and closes the first session", async () => {
    const [person, caskId] = [await signIn(shop.context), await putCask(shop.context, { totalStakes: 1 })];
    await shop.buy(person, { cask: caskId });
    const answer = await shop.buy(person, { cask: caskId, paymentMode: "Crypto" });
    expect(answer.status).toBe(303);
    expect((await shop.paymentsOf(person)).map(({ state, mode }) => `${mode} ${state}`).sort()).toEqual([
      "Bank cancelled",
      "Crypto open",
    ]);
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 1, held: 1 });
    await shop.drain();
    expect(shop.stripe.expired).toHaveLength(1);
  });
});

describe("a viewer's open checkouts", () => {
  it("are limited to three at a time", async () => {
    const person = await signIn(shop.context);
    const casks = await Promise.all(Array.from({ length: 4 }, () => putCask(shop.context)));
    const statuses = [];
    for (const cask of casks) statuses.push((await shop.buy(person, { cask })).status);
    expect(statuses).toEqual([303, 303, 303, 429]);
  });

  it("free their stakes when their time is up, in the next buyer's own batch", async () => {
    const caskId = await putCask(shop.context, { totalStakes: 1 });
    const [first, second] = [await signIn(shop.context), await signIn(shop.context)];
    await shop.buy(first, { cask: caskId });
    shop.context.clock.advance(34 * 60_000);
    expect((await shop.buy(second, { cask: caskId })).status).toBe(409);
    shop.context.clock.advance(2 * 60_000);
    expect((await shop.buy(second, { cask: caskId })).status).toBe(303);
    expect((await shop.paymentsOf(first))[0]).toMatchObject({ state: "expired" });
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 1, held: 1 });
  });
});

it("a provider that is down is reported in the page with 503, charges nothing and frees the stake; the next try is a new payment", async () => {
  const [person, caskId] = [await signIn(shop.context), await putCask(shop.context, { totalStakes: 1 })];
  shop.stripe.failures = ["unavailable"];
  const answer = await shop.buy(person, { cask: caskId });
  expect([answer.status, answer.headers.get("Retry-After"), await answer.json()]).toEqual([
    503,
    "30",
    { problem: "provider-down" },
  ]);
  expect(await shop.stock(caskId)).toMatchObject({ reserved: 0 });
  expect((await shop.buy(person, { cask: caskId })).status).toBe(303);
  expect((await shop.paymentsOf(person)).map(({ state }) => state).sort()).toEqual(["failed", "open"]);
});

// Two clicks on 'Pay' a moment apart, while the provider takes its time to make the session.

/** The provider answers when the test says so. */
function makeSlow({ stripe, copperx }: Shop): () => void {
  let answer: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (answer = resolve));
  Object.assign(stripe, { slow });
  Object.assign(copperx, { slow });
  return answer;
}

describe("a double click while the provider is slow", () => {
  it.each(["Bank", "Crypto"])("ends at the same open checkout, paying by %s", async (paymentMode) => {
    const [person, cask] = [await signIn(shop.context), await putCask(shop.context, { totalStakes: 1 })];
    // Copperx knows no keys: it makes a session for each click, and the first one written wins.
    let made = 0;
    shop.copperx.manners.sessionId = ({ paymentId }) => `session_${paymentId}_${(made += 1)}`;
    const answer = makeSlow(shop);
    const first = shop.buy(person, { cask, paymentMode });
    await expect.poll(() => shop.stripe.createdCalls + shop.copperx.createdCalls).toBe(1);
    const second = shop.buy(person, { cask, paymentMode });
    await expect.poll(() => shop.stripe.createdCalls + shop.copperx.createdCalls).toBe(2);
    await shop.context.wait(150);
    answer();
    const [one, two] = await Promise.all([first, second]);
    expect([one.status, two.status]).toEqual([303, 303]);
    expect(two.headers.get("Location")).toBe(one.headers.get("Location"));
    expect((await shop.paymentsOf(person)).map(({ state }) => state)).toEqual(["open"]);
    expect(await shop.stock(cask)).toMatchObject({ reserved: 1, held: 1 });
  });

  it("keeps the first payment: while it is under way, the second tap says so and holds the stake", async () => {
    const [person, cask] = [await signIn(shop.context), await putCask(shop.context, { totalStakes: 1 })];
    shop.stripe.failures = Array.from({ length: 5 }, () => "in-progress");
    const context = shop.context;
    context.next = (
      (next) => (more) =>
        next({ wait: async () => undefined, ...more })
    )(context.next);
    const answer = await shop.buy(person, { cask });
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(await answer.json()).toEqual({ problem: "still-starting" });
    expect((await shop.paymentsOf(person)).map(({ state }) => state)).toEqual(["created"]);
    expect(await shop.stock(cask)).toMatchObject({ reserved: 1 });
  });

  it("leads to the checkout of the second if the first's own answer was lost", async () => {
    const [person, cask] = [await signIn(shop.context), await putCask(shop.context, { totalStakes: 1 })];
    const make = shop.stripe.createSession.bind(shop.stripe);
    shop.stripe.createSession = async (request) => {
      const { sessionId, url } = await make(request);
      shop.stripe.createSession = make;
      // What another click records in the meantime.
      await shop.context.db.run(sql`UPDATE payments SET state = 'open', provider_session_id = ${sessionId},
        checkout_url = ${url} WHERE id = ${request.paymentId}`);
      shop.stripe.failures = ["unavailable"];
      return make(request);
    };
    const answer = await shop.buy(person, { cask });
    expect(answer.status).toBe(303);
    expect((await shop.paymentsOf(person)).map(({ state }) => state)).toEqual(["open"]);
  });
});
