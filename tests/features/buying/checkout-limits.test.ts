import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { putCask, signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";

const MINUTE_MS = 60_000;
const refusalOf = async (answer: Response) => [answer.status, ((await answer.json()) as { problem: string }).problem];
const endAll = (shop: Shop, userId: string, state: "cancelled" | "failed") =>
  shop.context.db.run(
    sql`UPDATE payments SET state = ${state} WHERE user_id = ${userId} AND state IN ('created', 'open')`,
  );

describe("checkouts are limited", () => {
  it("to twenty starts an hour from one account, whatever becomes of them", async () => {
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

  it("to 300 starts an hour from one network, of which only those that began count", async () => {
    const shop = openShop();
    const caskId = await putCask(shop.context, { totalStakes: 100 });
    const person = await signIn(shop.context);
    for (let n = 0; n < 15; n++) {
      await shop.buy(person, { cask: "csk_none" });
      expect((await shop.buy(person, { cask: caskId })).status, String(n)).toBe(303);
      await endAll(shop, person.userId, "failed");
    }
    const others = sql`UPDATE counters SET count = count + 284 WHERE key LIKE 'checkouts:%' AND count = 15 RETURNING key`;
    expect(await shop.context.db.all(others)).toHaveLength(1);
    expect((await shop.buy(person, { cask: caskId })).status).toBe(303);
    const next = await signIn(shop.context);
    expect(await refusalOf(await shop.buy(next, { cask: caskId }))).toEqual([429, "too-many-starts"]);
    const elsewhere = openShop();
    expect((await elsewhere.buy(next, { cask: caskId })).status).toBe(303);
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

  it("in the holds of one person on one cask a day that are not paid, so that nobody keeps it blocked", async () => {
    const shop = openShop();
    const [person, other] = [await signIn(shop.context), await signIn(shop.context)];
    const [caskId, another] = [await putCask(shop.context, { totalStakes: 1 }), await putCask(shop.context)];
    for (let n = 0; n < 4; n++) {
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
