import { hashBytes } from "~/server/sha256";
import { sql } from "drizzle-orm";
import { readSetting } from "~/areas/console/save-setting";
import { describe, expect, it } from "vitest";
import { type Person, putCask, signIn } from "../../support/people";
import { setSetting } from "../../support/settings";
import { openShop, type Shop } from "../../support/shop";

const MINUTE_MS = 60_000;
const RULES = { hash: hashBytes, claims: [], today: "2026-11-26" };
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
    expect(await refusalOf(await shop.buy(person, { cask: caskId }))).toEqual([429, "too-many-starts"]);
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 0 });
    shop.context.clock.advance(60 * MINUTE_MS);
    expect((await shop.buy(person, { cask: caskId })).status).toBe(303);
  });

  it("to 300 starts an hour of one network's accounts that are not activated, of which only those that began count", async () => {
    const shop = openShop();
    const free = await signIn(shop.context, { activated: false });
    const buyFee = async (as: Person) => {
      const answer = await shop.buy(as, { product: "joining-fee" });
      await endAll(shop, as.userId, "failed");
      return answer;
    };
    for (let n = 0; n < 15; n++) {
      await shop.buy(free, { cask: "csk_none" });
      expect((await buyFee(free)).status, String(n)).toBe(303);
    }
    const others = sql`UPDATE counters SET count = count + 284 WHERE key LIKE 'checkouts:%' AND count = 15 RETURNING key`;
    expect(await shop.context.db.all(others)).toHaveLength(1);
    expect((await buyFee(free)).status).toBe(303);
    expect(await refusalOf(await shop.buy(free, { product: "joining-fee" }))).toEqual([429, "too-many-starts"]);
    const elsewhere = openShop();
    expect((await elsewhere.buy(free, { product: "joining-fee" })).status).toBe(303);
  });

  it("for no one else by what their network did: not a buyer, and not the first three tries of a newcomer", async () => {
    const shop = openShop();
    const caskId = await putCask(shop.context, { totalStakes: 100 });
    const [buyer, newcomer] = [await signIn(shop.context), await signIn(shop.context, { activated: false })];
    for (let account = 0; account < 15; account++) {
      const free = await signIn(shop.context, { activated: false });
      await shop.buy(free, { product: "joining-fee" });
    }
    const full = sql`UPDATE counters SET count = 300 WHERE key LIKE 'checkouts:%' AND count = 15 RETURNING key`;
    const [network] = await shop.context.db.all<{ key: string }>(full);
    for (let n = 0; n < 3; n++) {
      expect((await shop.buy(buyer, { cask: caskId })).status).toBe(303);
      await endAll(shop, buyer.userId, "failed");
      expect((await shop.buy(newcomer, { product: "joining-fee" })).status).toBe(303);
      await endAll(shop, newcomer.userId, "failed");
    }
    expect(await refusalOf(await shop.buy(newcomer, { product: "joining-fee" }))).toEqual([429, "too-many-starts"]);
    const counted = await shop.context.db.all<{ count: number }>(
      sql`SELECT count FROM counters WHERE key = ${network?.key}`,
    );
    // A purchase that is only begun charges no one.
    expect(counted).toEqual([{ count: 303 }]);
  });

  it("to one open fee checkout and nothing else before activation", async () => {
    const shop = openShop();
    const [person, caskId] = [await signIn(shop.context, { activated: false }), await putCask(shop.context)];
    const urls = [];
    for (let n = 0; n < 3; n++) urls.push((await shop.buy(person, { product: "joining-fee" })).headers.get("Location"));
    expect(new Set(urls).size).toBe(1);
    expect(await refusalOf(await shop.buy(person, { cask: caskId }))).toEqual([403, "not-activated"]);
    expect(await shop.paymentsOf(person)).toHaveLength(1);
  });

  it("in the holds of one person on one cask a day that are not paid, so that no one keeps it blocked", async () => {
    const shop = openShop();
    const [person, other] = [await signIn(shop.context), await signIn(shop.context)];
    const [caskId, another] = [await putCask(shop.context, { totalStakes: 1 }), await putCask(shop.context)];
    for (let n = 0; n < 6; n++) {
      expect((await shop.buy(person, { cask: caskId })).status).toBe(303);
      shop.context.clock.advance(36 * MINUTE_MS);
    }
    expect(await refusalOf(await shop.buy(person, { cask: caskId }))).toEqual([429, "held-too-often"]);
    expect((await shop.buy(person, { cask: another })).status).toBe(303);
    expect((await shop.buy(other, { cask: caskId })).status).toBe(303);
    shop.context.clock.advance(24 * 60 * MINUTE_MS);
    expect((await shop.buy(person, { cask: caskId })).status).toBe(303);
  });
});

describe("a joining fee of nothing", () => {
  it("cannot be set, and if it is set all the same the answer says what is wrong", async () => {
    for (const value of ["0", "0.00", "0.49"])
      expect(readSetting({ intent: "propose", key: "joining_fee_cents", value }, RULES)).toEqual({
        key: "joining_fee_cents",
        value: null,
      });
    expect(readSetting({ intent: "propose", key: "joining_fee_cents", value: "$1,010.50" }, RULES)).toMatchObject({
      key: "joining_fee_cents",
      value: 101_050,
    });
    // A whole number of cents, which 1.10 * 100 is not.
    for (const [value, cents] of [
      ["1.10", 110],
      ["4.35", 435],
      ["1.1", 110],
    ] as const)
      expect(readSetting({ intent: "propose", key: "joining_fee_cents", value }, RULES)).toMatchObject({
        value: cents,
      });
    for (const value of ["1,10", "1.234", "-5", "1e3", "", " "])
      expect(readSetting({ intent: "propose", key: "joining_fee_cents", value }, RULES)).toMatchObject({
        value: null,
      });
    const shop = openShop();
    const person = await signIn(shop.context, { activated: false });
    await setSetting(shop.context.db, "joining_fee_cents", 0);
    try {
      expect(await refusalOf(await shop.buy(person, { product: "joining-fee" }))).toEqual([503, "fee-not-payable"]);
    } finally {
      await setSetting(shop.context.db, "joining_fee_cents", 1_000);
    }
  });
});

describe("changing between card and crypto", () => {
  it("keeps the end of the first hold, and the provider's session ends with it", async () => {
    const shop = openShop();
    const [person, caskId] = [await signIn(shop.context), await putCask(shop.context)];
    const began = shop.context.nowMs();
    for (const paymentMode of ["Bank", "Crypto", "Bank"]) {
      expect((await shop.buy(person, { cask: caskId, paymentMode })).status).toBe(303);
      shop.context.clock.advance(10 * MINUTE_MS);
    }
    const rows = await shop.context.db.all<{ id: string; state: string; ends: number }>(
      sql`SELECT id, state, expires_at_ms AS ends FROM payments WHERE user_id = ${person.userId} ORDER BY created_at_ms`,
    );
    expect(rows.map(({ state }) => state)).toEqual(["cancelled", "cancelled", "open"]);
    for (const { ends } of rows) expect(Math.abs(ends - began - 35 * MINUTE_MS)).toBeLessThan(1000);
    await shop.drain();
    const statusOf = (n: number) => shop.stripe.sessions.get(`session_${rows[n]?.id}`)?.status;
    expect([statusOf(0), statusOf(2)]).toEqual(["expired", "open"]);
    shop.context.clock.advance(6 * MINUTE_MS);
    await shop.buy(await signIn(shop.context), { cask: caskId });
    await shop.drain();
    expect(statusOf(2)).toBe("expired");
  });
});
