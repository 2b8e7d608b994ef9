import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createRequestContext } from "~/server/deps";
import { action, loader } from "~/routes/stripe-secure/route";
import { testPapers } from "../../support/test-papers";
import { testConfig } from "../../support/test-config";
import { formPost, type Person, putCask, signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";
import { consumeNudges } from "../../../workers/settlement/consume-nudges";
import { effort } from "../../support/effort";
import { expectInvariants } from "../../support/invariants";

const MINUTE_MS = 60_000;
const refusalOf = async (answer: Response) => [answer.status, ((await answer.json()) as { problem: string }).problem];
const endAll = (shop: Shop, userId: string, state: "cancelled" | "failed") =>
  shop.context.db.run(sql`UPDATE payments SET state = ${state}
    WHERE user_id = ${userId} AND state IN ('created', 'open')`);

afterEach(() => expectInvariants(shop.context.db));

describe("checkouts are limited", () => {
  it("to twenty starts an hour from one account, whatever their outcome", async () => {
    const shop = openShop();
    const [person, caskId] = [await signIn(shop.context), await putCask(shop.context, { totalStakes: 60 })];
    for (let n = 0; n < 20; n++) {
      expect((await shop.buy(person, { cask: caskId })).status).toBe(303);
      await endAll(shop, person.userId, "failed");
    }
    expect(await refusalOf(await shop.buy(person, { cask: caskId }))).toEqual([429, "too-many"]);
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 0 });
    shop.context.clock.advance(60 * MINUTE_MS);
    expect((await shop.buy(person, { cask: caskId })).status).toBe(303);
  });

  it("for a network that has started too many: nothing is held, the form stays, and an open payment is found", async () => {
    const shop = openShop();
    const [person, caskId] = [await signIn(shop.context), await putCask(shop.context)];
    const open = await shop.buy(person, { cask: caskId });
    const busy = shop.context.next({ takeStart: () => Promise.resolve(false) });
    const url = `http://localhost:8787/stripe-secure?cask=${caskId}`;
    const send = async (by: Person, fields: Record<string, string>) => {
      const request = formPost(url, by.cookie, { full_name: "Asha Rao", cask: caskId, ...fields });
      const answer = await action({ request, context: busy, params: {} });
      const headers = { Cookie: by.cookie };
      return { answer, page: () => loader({ request: new Request(url, { headers }), context: busy, params: {} }) };
    };
    const again = await send(person, { paymentMode: "Bank" });
    expect(again.answer.headers.get("Location")).toBe(open.headers.get("Location"));
    const refused = await send(await signIn(shop.context), { paymentMode: "Crypto" });
    expect([refused.answer.status, refused.answer.headers.get("Retry-After")]).toEqual([429, "60"]);
    expect(await (await refused.page()).json()).toMatchObject({
      problem: "too-many",
      tab: "crypto",
      amountCents: 50_000,
      product: { kind: "cask", cask: { id: caskId } },
    });
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 1 });
  });

  it("by the network's /24 or /56, as the platform counts it", async () => {
    const from = (ip: string) =>
      createRequestContext(
        new Request("http://localhost:8787/", { headers: { "CF-Connecting-IP": ip } }),
        { ...env, PAPERS: testPapers },
        testConfig,
        { waitUntil: () => undefined },
      ).takeStart();
    // tests/support/wrangler.toml allows three a minute.
    const same = ["203.0.113.1", "203.0.113.2", "203.0.113.1", "203.0.113.250"];
    const taken = [];
    for (const ip of same) taken.push(await from(ip));
    expect(taken).toEqual([true, true, true, false]);
    expect(await from("203.0.114.1")).toBe(true);
  });

  it("in the holds of one person on one cask a day that are not paid, so that no one keeps it blocked", async () => {
    const shop = openShop();
    const [person, other] = [await signIn(shop.context), await signIn(shop.context)];
    const [caskId, another] = [await putCask(shop.context, { totalStakes: 1 }), await putCask(shop.context)];
    for (let n = 0; n < 6; n++) {
      expect((await shop.buy(person, { cask: caskId })).status).toBe(303);
      shop.context.clock.advance(36 * MINUTE_MS);
    }
    expect(await refusalOf(await shop.buy(person, { cask: caskId }))).toEqual([429, "too-many"]);
    expect((await shop.buy(person, { cask: another })).status).toBe(303);
    expect((await shop.buy(other, { cask: caskId })).status).toBe(303);
    shop.context.clock.advance(24 * 60 * MINUTE_MS);
    expect((await shop.buy(person, { cask: caskId })).status).toBe(303);
  });

  it("but not by changes of the payment method, which keep the hold", async () => {
    const shop = openShop();
    const [person, caskId] = [await signIn(shop.context), await putCask(shop.context, { totalStakes: 1 })];
    for (const paymentMode of ["Bank", "Crypto", "Bank", "Crypto", "Bank", "Crypto", "Bank", "Crypto"])
      expect((await shop.buy(person, { cask: caskId, paymentMode })).status).toBe(303);
  });
});

// In each round the same people come to a new cask, so that earlier rounds change nothing.
const people: Person[] = [];
let shop: Shop;
beforeAll(async () => {
  shop = openShop();
  for (let i = 0; i < 50; i++)
    people.push(...(await Promise.all(Array.from({ length: 10 }, () => signIn(shop.context)))));
});

const rounds = Array.from({ length: effort(1, 100) }, (_, i) => i + 1);

/** Pays for every reservation, and lets the waiting page request the settlement. */
async function payAndSettle() {
  const open = [...shop.stripe.sessions.values()].filter(({ status }) => status === "open");
  for (const { request } of open) shop.stripe.pay(request.paymentId);
  const messages = open.map(({ request }) => ({
    body: { outboxId: `check-payment:${request.paymentId}` },
    ack: () => undefined,
    retry: () => expect.fail("a settlement failed"),
  }));
  await consumeNudges(shop.settlement, messages);
  await shop.drain();
}

describe("200 buyers for the last stake", () => {
  it.each(rounds)("make one reservation, and the others are told that it is in a checkout (round %i)", async () => {
    const buyers = people.slice(0, 200);
    const caskId = await putCask(shop.context, { totalStakes: 1 });
    const answers = await Promise.all(buyers.map((person) => shop.buy(person, { cask: caskId })));

    const winners = answers.filter((answer) => answer.status === 303);
    const others = answers.filter((answer) => answer.status === 409);
    expect([winners.length, others.length]).toEqual([1, 199]);
    for (const answer of others) expect(await answer.json()).toEqual({ problem: "held-by-others" });
    expect(await shop.stock(caskId)).toMatchObject({ sold: 0, reserved: 1, held: 1 });

    await payAndSettle();
    expect(await shop.stock(caskId)).toMatchObject({ sold: 1, reserved: 0, stakes: 1 });
  });
});

it.each(rounds)("500 buyers for 50 stakes buy exactly 50 (round %i)", async () => {
  const caskId = await putCask(shop.context, { totalStakes: 50 });
  const answers = await Promise.all(people.map((person) => shop.buy(person, { cask: caskId })));
  expect(answers.filter((answer) => answer.status === 303)).toHaveLength(50);
  expect(await shop.stock(caskId)).toMatchObject({ sold: 0, reserved: 50, held: 50 });
  await payAndSettle();
  expect(await shop.stock(caskId)).toMatchObject({ sold: 50, reserved: 0, stakes: 50 });
});
