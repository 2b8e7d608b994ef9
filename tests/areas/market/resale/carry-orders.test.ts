import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OrderAsked } from "~/areas/market/resale/order-form";
import { receiptOf } from "~/domain/auction/published-round";
import { sha256 } from "~/server/sha256";
import { balanceOf, creditWallet } from "../../../support/holdings";
import { expectInvariants } from "../../../support/invariants";
import { killedAfter } from "../../../support/killed";
import { NEXT_OPENS, ROUND_CLOSES, setMarketOpen } from "../../../support/market";
import { type Person, signIn } from "../../../support/people";
import { buy, COST, openResaleMarket, sell, WALLET } from "../../../support/resale-market";
import { setMarket, setSetting } from "../../../support/settings";

// What a round leaves of an order that carries over, placed again once the next one opens.

const market = openResaleMarket();
const { context, db, clock, runAt, orderOf, nextOf } = market;

let person: Person;
let other: Person;
let caskId: string;
let stakeIds: string[];
let otherIds: string[];

beforeAll(() => setMarketOpen(db, true));
beforeEach(async () => {
  ({ person, other, caskId, stakeIds, otherIds } = await market.begin());
});

const place = (asked: OrderAsked, who: Person = person, country: string | null = null) =>
  market.place(caskId, who, asked, country);
const wallet = () => balanceOf(context, `user:${person.userId}:wallet`);

describe("an order that carries over", () => {
  it("holds nothing between rounds, and is placed again with a number, a salt and a receipt of its own", async () => {
    const number = await place(buy(2));
    await runAt(ROUND_CLOSES);
    expect([await wallet(), await nextOf(number)]).toEqual([WALLET, null]);
    await runAt(NEXT_OPENS - 1);
    expect(await nextOf(number)).toBeNull();
    await runAt(NEXT_OPENS);
    const next = await nextOf(number);
    expect(next).toMatchObject({ round_id: `${caskId}/2027-01`, quantity: 2, limit_cents: 60_000, state: "open" });
    expect(next?.number).toBeGreaterThan(number);
    expect(await wallet()).toBe(WALLET - 2 * COST);
    const seals = await db.all<{ salt: string; receipt: string }>(
      sql`SELECT salt, receipt FROM resale_orders WHERE number IN (${number}, ${next?.number}) ORDER BY number`,
    );
    const terms = { side: "buy", limit: 60_000, quantity: 2, salt: seals[1]?.salt ?? "" } as const;
    expect(seals[1]?.receipt).toBe(receiptOf({ cask: caskId, round: "2027-01" }, terms, sha256));
    expect(seals[0]?.salt).not.toBe(seals[1]?.salt);
    expect(await orderOf(number)).toMatchObject({ state: "ended", carry_end: "placed" });
    await expectInvariants(db);
  });

  it("goes on from round to round until it is filled", async () => {
    const first = await place(buy(1));
    await runAt(ROUND_CLOSES);
    await runAt(NEXT_OPENS);
    const second = (await nextOf(first))?.number ?? 0;
    await runAt(Date.parse("2027-01-11T12:00:00Z"));
    await runAt(Date.parse("2027-02-01T12:00:00Z"));
    expect(await nextOf(second)).toMatchObject({ round_id: `${caskId}/2027-02`, quantity: 1, state: "open" });
  });

  it.each(["buy", "sell"] as const)("carries only what was not filled of a %s order", async (side) => {
    const number = await place(side === "buy" ? buy(3) : sell(stakeIds));
    await creditWallet(context, other, WALLET);
    await place(
      side === "buy" ? sell(otherIds.slice(0, 1), { carriesOver: false }) : buy(1, { carriesOver: false }),
      other,
    );
    await runAt(ROUND_CLOSES);
    await runAt(NEXT_OPENS);
    expect(await nextOf(number)).toMatchObject({ quantity: side === "buy" ? 2 : 1 });
    const offered = await db.all<{ id: string }>(
      sql`SELECT stake_id AS id FROM resale_offered_stakes WHERE order_number = ${(await nextOf(number))?.number ?? 0}`,
    );
    expect(offered).toEqual(side === "buy" ? [] : [{ id: stakeIds[1] }]);
    await expectInvariants(db);
  });

  it("is over once all of it is filled, and one that does not carry over is over in any case", async () => {
    const filled = await place(buy(1));
    const single = await place(sell(otherIds.slice(0, 1), { carriesOver: false }), other);
    await runAt(ROUND_CLOSES);
    expect(await orderOf(filled)).toMatchObject({ state: "ended", carry_end: "filled" });
    expect(await orderOf(single)).toMatchObject({ state: "ended", carry_end: null });
    await runAt(NEXT_OPENS);
    expect([await nextOf(filled), await nextOf(single)]).toEqual([null, null]);
  });

  it("is another order than one that does not", async () => {
    await place(buy(1));
    await expect(place(buy(1, { carriesOver: false }))).rejects.toThrow("already-ordered");
    expect(await place(buy(1))).toBeGreaterThan(0);
  });

  it("is placed again in the order of the numbers, with the fee of the new round", async () => {
    await creditWallet(context, other, WALLET);
    const [one, two] = [await place(buy(1)), await place(buy(1), other)];
    await runAt(ROUND_CLOSES);
    await setSetting(db, "resale_fee_basis_points", 300);
    await runAt(NEXT_OPENS);
    await setSetting(db, "resale_fee_basis_points", 150);
    expect((await nextOf(one))?.number).toBeLessThan((await nextOf(two))?.number ?? 0);
    expect(await wallet()).toBe(WALLET - 61_800);
  });

  it("is placed again where the market is open for the country that it came from, which is then forgotten", async () => {
    await setMarket(db, "DE,IN");
    const number = await place(buy(1), person, "DE");
    expect(await orderOf(number)).toMatchObject({ country: "DE" });
    await runAt(ROUND_CLOSES);
    await runAt(NEXT_OPENS);
    await setMarketOpen(db, true);
    expect(await orderOf(number)).toEqual({ state: "ended", carry_end: "placed", country: null });
    const [next] = await db.all(sql`SELECT country FROM resale_orders WHERE follows = ${number}`);
    expect(next).toEqual({ country: "DE" });
  });

  it("is placed once, whenever a run is cut off, and with it what it holds", async () => {
    const mine = await place(buy(2));
    const theirs = await place(sell(otherIds, { limitCents: 65_000 }), other);
    await runAt(ROUND_CLOSES);
    clock.nowMs = NEXT_OPENS;
    for (let kills = 0; kills < 8; kills += 1) {
      await market.run({ killed: killedAfter(db, kills) }).catch(() => undefined);
      await expectInvariants(db);
    }
    for (const number of [mine, theirs])
      expect(await db.all(sql`SELECT 1 FROM resale_orders WHERE follows = ${number}`)).toHaveLength(1);
    expect(await wallet()).toBe(WALLET - 2 * COST);
  });

  it("takes a bounded number of orders in a run, and the next run goes on", async () => {
    const numbers: number[] = [];
    for (let nth = 0; nth < 21; nth += 1) {
      const one = await signIn(context);
      await creditWallet(context, one, COST);
      numbers.push(await place(buy(1), one));
    }
    await runAt(ROUND_CLOSES);
    await runAt(NEXT_OPENS);
    const placed = async () => (await Promise.all(numbers.map(nextOf))).filter(Boolean).length;
    expect(await placed()).toBe(20);
    await market.run();
    expect(await placed()).toBe(21);
  });
});
