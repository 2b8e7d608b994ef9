import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { readSetting } from "~/areas/console/settings";
import { describe, expect, it } from "vitest";
import { createRequestContext } from "~/server/deps";
import { action, loader } from "~/routes/stripe-secure/route";
import { testPapers } from "../../support/test-papers";
import { testConfig } from "../../support/test-config";
import { formPost, type Person, putCask, signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";

const MINUTE_MS = 60_000;
const refusalOf = async (answer: Response) => [answer.status, ((await answer.json()) as { problem: string }).problem];
const endAll = (shop: Shop, userId: string, state: "cancelled" | "failed") =>
  shop.context.db.run(
    sql`UPDATE payments SET state = ${state} WHERE user_id = ${userId} AND state IN ('created', 'open')`,
  );

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
      ...{ problem: "too-many", tab: "crypto", amountCents: 50_000 },
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
});

describe("a joining fee of nothing", () => {
  it("cannot be set", () => {
    for (const value of ["0", "0.00", "0.49"])
      expect(readSetting({ intent: "propose", key: "joining_fee_cents", value })).toEqual({
        key: "joining_fee_cents",
        value: null,
      });
    expect(readSetting({ intent: "propose", key: "joining_fee_cents", value: "$1,010.50" })).toMatchObject({
      key: "joining_fee_cents",
      value: 101_050,
    });
    // A whole number of cents, which 1.10 * 100 is not.
    for (const [value, cents] of [
      ["1.10", 110],
      ["4.35", 435],
      ["1.1", 110],
    ] as const)
      expect(readSetting({ intent: "propose", key: "joining_fee_cents", value })).toMatchObject({
        value: cents,
      });
    for (const value of ["1,10", "1.234", "-5", "1e3", "", " "])
      expect(readSetting({ intent: "propose", key: "joining_fee_cents", value })).toMatchObject({
        value: null,
      });
  });
});
