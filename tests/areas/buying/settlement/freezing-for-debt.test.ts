import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { runWork } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { periodName } from "~/domain/statement-period";
import { listTrouble } from "~/areas/console/list-trouble";
import { readStatement } from "~/areas/holdings/statements/read-statement";
import { expectInvariants } from "../../../support/invariants";
import { openSession } from "../../../support/open-session";
import { putOrder, putRound } from "../../../support/resale";
import {
  COST,
  DAY_MS,
  PRICE,
  changesOf,
  frozen,
  lettersOf,
  type Market,
  namedIn,
  opened,
  owed,
  rounds,
  stakesOf,
  standing,
  trade,
} from "../../../support/top-up-debts";
import { disputeTopUp, paidIn, tellOfTopUp } from "../../../support/top-ups";

// What an investor bought in the market with a top-up that went back is frozen, the newest first, as far as its price is owed.

describe("a top-up that goes back after a trade", () => {
  it("freezes what was bought since, the newest first, until the prices cover what is owed, and no more", async () => {
    const market = await opened();
    const { shop, buyer, seller } = market;
    const before = await owed(shop);
    await paidIn(shop, buyer, "507.50");
    await trade(market, 1, "2026-10");
    const paymentId = await paidIn(shop, buyer, "1,200");
    await trade(market, 2);
    await tellOfTopUp(shop, paymentId, "refund");
    // 1,015 dollars are owed: two stakes of 500 do not cover it, but the third was bought before.
    expect(await standing(shop, buyer)).toEqual(["1 active issued", "2 frozen void", "3 frozen void"]);
    expect(await namedIn(shop, paymentId)).toEqual([2, 3]);
    expect((await owed(shop)) - before).toBe(-2 * COST);
    expect(await changesOf(shop, buyer)).toEqual(Array(2).fill({ was: "active", becomes: "frozen" }));
    await expectInvariants(shop.context.db);
    shop.context.clock.advance(8 * DAY_MS);
    await rounds(shop);
    expect(await shop.balance(`user:${seller.userId}:wallet`)).toBe(3 * (PRICE - 750));
    await expectInvariants(shop.context.db);
  });

  it.each([
    ["515", ["1 active issued", "2 frozen void"]],
    ["514.99", ["1 frozen void", "2 frozen void"]],
  ])(
    "freezes whole stakes: with %s dollars in the wallet when 1,015 that were spent go back",
    async (later, expected) => {
      const market = await opened(2);
      const { shop, buyer } = market;
      const before = await owed(shop);
      const paymentId = await paidIn(shop, buyer, "1,015");
      await trade(market, 1, "2026-10");
      await trade(market, 1);
      const last = await paidIn(shop, buyer, later);
      await disputeTopUp(shop, paymentId, "open");
      expect((await owed(shop)) - before).toBe(later === "515" ? -50_000 : -50_001);
      expect(await standing(shop, buyer)).toEqual(expected);
      // What is owed of the later one was spent on nothing that came after it.
      await disputeTopUp(shop, last, "open");
      expect((await owed(shop)) - before).toBe(-101_500);
      expect(await standing(shop, buyer)).toEqual(expected);
      await expectInvariants(shop.context.db);
    },
  );

  it("freezes nothing while the wallet still holds it, and nothing whose order was placed before it was paid in", async () => {
    const market = await opened();
    const { shop, buyer } = market;
    const before = await owed(shop);
    await paidIn(shop, buyer, "507.50");
    const roundId = await putRound(shop.context, market.caskId, {});
    const [stakeId = ""] = market.offered;
    await putOrder(shop.context, roundId, market.seller, { side: "sell", limit: PRICE, stakeIds: [stakeId] });
    await putOrder(shop.context, roundId, buyer, { side: "buy", limit: PRICE, quantity: 1, funded: true });
    const [unspent, spent] = [await paidIn(shop, buyer, "100"), await paidIn(shop, buyer, "100")];
    shop.context.clock.advance(5 * DAY_MS);
    await rounds(shop);
    await shop.drain();
    await disputeTopUp(shop, unspent, "open");
    await shop.context.db
      .run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES ('prm_freezing', ${`user:${buyer.userId}:wallet`}, 'house:promotions', 10000, 'USD', 'promotion', 'promotion:prm_freezing', 1)`);
    await disputeTopUp(shop, spent, "open");
    expect((await owed(shop)) - before).toBe(-10_000);
    expect(await standing(shop, buyer)).toEqual(["1 active issued"]);
    await expectInvariants(shop.context.db);
  });
});

describe("an order that is open when its top-up goes back", () => {
  /** Two stakes ordered with a top-up that is disputed before the round closes. */
  async function ordered(quantity = 2, before = async (_: Market): Promise<void> => undefined) {
    const market = await opened();
    const { shop, buyer, seller, caskId, offered } = market;
    await before(market);
    const paymentId = await paidIn(shop, buyer, "1,015");
    const roundId = await putRound(shop.context, caskId, {});
    await putOrder(shop.context, roundId, seller, { side: "sell", limit: PRICE, stakeIds: offered.slice(0, quantity) });
    await putOrder(shop.context, roundId, buyer, { side: "buy", limit: PRICE, quantity, funded: true });
    await disputeTopUp(shop, paymentId, "open");
    shop.context.clock.advance(5 * DAY_MS);
    await rounds(shop);
    await shop.drain();
    return { ...market, paymentId };
  }

  it("is filled, its seller keeps the money, and what it buys is frozen and named to operators", async () => {
    const { shop, buyer, seller, paymentId } = await ordered();
    expect(await standing(shop, buyer)).toEqual(["1 frozen void", "2 frozen void"]);
    expect(await namedIn(shop, paymentId)).toEqual([1, 2]);
    shop.context.clock.advance(8 * DAY_MS);
    await rounds(shop);
    expect(await shop.balance(`user:${seller.userId}:wallet`)).toBe(2 * (PRICE - 750));
    await expectInvariants(shop.context.db);
    await disputeTopUp(shop, paymentId, "won");
    expect(await standing(shop, buyer)).toEqual(["1 active issued,void", "2 active issued,void"]);
    await expectInvariants(shop.context.db);
  });

  it("freezes no more than covers what is owed", async () => {
    const { shop, buyer } = await ordered(2, async ({ shop, buyer }) => void (await paidIn(shop, buyer, "515")));
    const states = (await stakesOf(shop, buyer)).map(({ state, certificate }) => `${state} ${certificate}`);
    expect(states.sort()).toEqual(["active issued", "frozen void"]);
    await expectInvariants(shop.context.db);
  });

  it("freezes nothing once the dispute is won, or of money that was paid in after the order", async () => {
    const market = await opened();
    const { shop, buyer, seller, caskId, offered } = market;
    const paymentId = await paidIn(shop, buyer, "507.50");
    const roundId = await putRound(shop.context, caskId, {});
    await putOrder(shop.context, roundId, seller, { side: "sell", limit: PRICE, stakeIds: offered.slice(0, 1) });
    await putOrder(shop.context, roundId, buyer, { side: "buy", limit: PRICE, quantity: 1, funded: true });
    await disputeTopUp(shop, paymentId, "open");
    await disputeTopUp(shop, paymentId, "won");
    const later = await paidIn(shop, buyer, "100");
    await shop.context.db
      .run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES ('prm_spent', ${`user:${buyer.userId}:wallet`}, 'house:promotions', 10000, 'USD', 'promotion', 'promotion:prm_spent', 1)`);
    await disputeTopUp(shop, later, "open");
    shop.context.clock.advance(5 * DAY_MS);
    await rounds(shop);
    await shop.drain();
    expect(await standing(shop, buyer)).toEqual(["1 active issued"]);
    await expectInvariants(shop.context.db);
  });
});

describe("stakes that are frozen for what is owed", () => {
  it("stand again with new certificates once the dispute is won, as often as that happens", async () => {
    const { shop, buyer, paymentId } = await frozen();
    expect(await standing(shop, buyer)).toEqual(["1 frozen void", "2 frozen void"]);
    await disputeTopUp(shop, paymentId, "won");
    expect(await standing(shop, buyer)).toEqual(["1 active issued,void", "2 active issued,void"]);
    await expectInvariants(shop.context.db);
    await disputeTopUp(shop, paymentId, "open");
    expect(await standing(shop, buyer)).toEqual(["1 frozen void,void", "2 frozen void,void"]);
    await disputeTopUp(shop, paymentId, "won");
    expect(await standing(shop, buyer)).toEqual(["1 active issued,void,void", "2 active issued,void,void"]);
    expect(await changesOf(shop, buyer)).toHaveLength(8);
    expect(await lettersOf(shop, paymentId)).toEqual([{ isOpen: 0 }, { isOpen: 0 }]);
    await expectInvariants(shop.context.db);
  });

  it("get no certificate back where an operator withholds it", async () => {
    const { shop, buyer, paymentId } = await frozen();
    await shop.context.db.run(sql`UPDATE certificates SET withheld = 1
      WHERE stake_id = (SELECT id FROM stakes WHERE user_id = ${buyer.userId} AND number = 1)`);
    await disputeTopUp(shop, paymentId, "won");
    expect(await standing(shop, buyer)).toEqual(["1 active void", "2 active issued,void"]);
  });

  it("stay frozen once it is lost, and an operator's letter names them", async () => {
    const { shop, buyer, paymentId } = await frozen();
    await disputeTopUp(shop, paymentId, "lost");
    await tellOfTopUp(shop, paymentId, "refund");
    expect(await standing(shop, buyer)).toEqual(["1 frozen void", "2 frozen void"]);
    expect(await namedIn(shop, paymentId)).toEqual([1, 2]);
    await expectInvariants(shop.context.db);
  });

  it("are named to operators, in the list of what waits for a person", async () => {
    const { shop, paymentId } = await frozen();
    const { letters } = await runWork(shop.context.db, listTrouble(shop.context.db, shop.context.nowMs()));
    expect(letters.find(({ id }) => id === `top-up:${paymentId}:owed`)?.frozen).toBe(
      "Test Hogshead 1, Test Hogshead 2",
    );
  });

  it("are frozen in the statement of their holder, and held again", async () => {
    const { shop, buyer, paymentId } = await frozen();
    const read = async () => {
      const period = periodName({ from: "2000-01-01", to: dateOf(shop.context.nowMs()) });
      const outcome = await readStatement(shop.context, openSession(shop.context, buyer.userId), period);
      if (!outcome.ok) throw new Error(outcome.code);
      const { holdings, frozen, property } = outcome.statement;
      return { held: holdings.length, frozen: frozen.length, ends: property.closingCents };
    };
    expect(await read()).toEqual({ held: 0, frozen: 2, ends: 0 });
    await disputeTopUp(shop, paymentId, "won");
    expect(await read()).toEqual({ held: 2, frozen: 0, ends: 2 * PRICE });
  });

  it("that were on offer do not change hands", async () => {
    const market = await opened(1);
    const { shop, buyer, seller, caskId } = market;
    const { db } = shop.context;
    const paymentId = await paidIn(shop, buyer, "507.50");
    await trade(market, 1);
    const [stake] = await db.all<{ id: string }>(sql`SELECT id FROM stakes WHERE user_id = ${buyer.userId}`);
    const roundId = await putRound(shop.context, caskId, { month: "2027-01" });
    await putOrder(shop.context, roundId, buyer, { side: "sell", limit: PRICE, stakeIds: [stake?.id ?? ""] });
    await putOrder(shop.context, roundId, seller, { side: "buy", limit: PRICE, quantity: 1 });
    await disputeTopUp(shop, paymentId, "open");
    shop.context.clock.advance(5 * DAY_MS);
    await rounds(shop);
    expect(await db.all(sql`SELECT state FROM resale_fills WHERE round_id = ${roundId}`)).toEqual([
      { state: "failed" },
    ]);
    expect(await standing(shop, buyer)).toEqual(["1 frozen void"]);
    await expectInvariants(db);
  });

  it("cannot be offered", async () => {
    const { shop, buyer, caskId } = await frozen();
    const roundId = await putRound(shop.context, caskId, { month: "2027-01" });
    const [stake] = await shop.context.db.all<{ id: string }>(
      sql`SELECT id FROM stakes WHERE user_id = ${buyer.userId} LIMIT 1`,
    );
    const offer = putOrder(shop.context, roundId, buyer, { side: "sell", limit: PRICE, stakeIds: [stake?.id ?? ""] });
    await expect(offer).rejects.toThrow(/./);
  });
});
