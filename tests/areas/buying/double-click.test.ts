import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { expectInvariants } from "../../support/invariants";
import { putCask, signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";

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
    const shop = openShop();
    const [person, cask] = [await signIn(shop.context), await putCask(shop.context, { totalStakes: 1 })];
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
    await expectInvariants(shop.context.db);
  });

  it("asks once more if the first click came to nothing without a word", async () => {
    const shop = openShop();
    const [person, cask] = [await signIn(shop.context), await putCask(shop.context, { totalStakes: 1 })];
    shop.stripe.failures = ["in-progress"];
    const answer = await shop.buy(person, { cask });
    expect(answer.status).toBe(303);
    expect((await shop.paymentsOf(person)).map(({ state }) => state)).toEqual(["open"]);
  });

  it("never gives up the payment of the first: still under way, the second says so and holds the stake", async () => {
    const shop = openShop();
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
    const shop = openShop();
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
