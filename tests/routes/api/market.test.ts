import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ACCOUNT_LIMITS, accountKey } from "~/core/limits/account-limits";
import { orderTexts } from "~/content/market-texts";
import { receiptOf } from "~/domain/auction/published-round";
import { sha256 } from "~/server/sha256";
import { createTestContext, TestClock } from "../../support/context";
import { balanceOf, creditWallet, giveStake, value } from "../../support/holdings";
import { IN_ROUND, ROUND_CLOSES, setMarketOpen } from "../../support/market";
import { type Person, putCask, signIn } from "../../support/people";
import { keepLogQuiet } from "../../support/quiet-log";
import { setMarket } from "../../support/settings";
import { call, tokenOf } from "./support/client";
import { meetsAllOf } from "./support/documented";

// The market for clients: the same use cases as its pages.

const context = createTestContext({ clock: new TestClock(IN_ROUND) });
const { db } = context;
keepLogQuiet();
meetsAllOf(["getMarket", "getCaskMarket", "placeOrder", "withdrawOrder"]);

let person: Person;
let token: string;
let cask: string;
let stake: string;

beforeAll(() => setMarketOpen(db, true));
beforeEach(async () => {
  context.clock.nowMs = IN_ROUND;
  person = await signIn(context);
  token = await tokenOf(context, person);
  cask = await putCask(context, { name: "Market Hogshead" });
  stake = (await giveStake(context, person, cask)).stakeId;
  await value(context, cask, "2026-12-01", 60_000);
  await creditWallet(context, person, 100_000);
});

const read = (path: string, as = token) => call(context, "GET", path, { token: as });
const place = (body: object, { as = token, of = cask } = {}) =>
  call(context, "POST", `/api/market/${of}/orders`, { token: as, body });
const withdraw = (number: number | string, as = token) =>
  call(context, "DELETE", `/api/market/orders/${number}`, { token: as });
const buy = { side: "buy", limit_price: 600.5, quantity: 1 };
const wallet = () => balanceOf(context, `user:${person.userId}:wallet`);
const openOrders = async () =>
  (
    await db.all<{ count: number }>(
      sql`SELECT count(*) AS count FROM resale_orders WHERE user_id = ${person.userId} AND state = 'open'`,
    )
  )[0]?.count;

describe("the market", () => {
  it("is there with its round, the wallet, casks and orders, in dollars", async () => {
    expect(await read("/api/market")).toMatchObject({ status: 200, trips: 1 });
    const { data } = (await read("/api/market")).body;
    expect(data).toMatchObject({
      is_open: true,
      wallet: 1000,
      round: { round: "2026-12", closes_at: "2026-12-14T12:00:00.000Z", withdraw_until: "2026-12-13T12:00:00.000Z" },
      next_round_opens_at: "2027-01-04T12:00:00.000Z",
      orders: [],
    });
    expect(data.casks.find((one: { cask_id: string }) => one.cask_id === cask)).toEqual({
      ...{ cask_id: cask, cask_name: "Market Hogshead", issued_stakes: 1, own_stakes: 1 },
      last_value: { value: 600, valued_on: "2026-12-01", tier: "measured" },
      ...{ last_price: null, highest_limit: 660, fee_percent: 1.5, is_ending: false },
    });
  });

  it("of one cask has the caller's stakes, with why one cannot be offered, and the latest rounds with their files", async () => {
    const frozen = await giveStake(context, person, cask);
    await db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${frozen.stakeId}`);
    for (const [month, price] of [
      ["2026-10", null],
      ["2026-11", 55_000],
    ] as const) {
      const id = `${cask}/${month}`;
      await db.run(sql`INSERT INTO resale_rounds (id, cask_id, month, opens_at_ms, closes_at_ms, fee_basis_points)
        VALUES (${id}, ${cask}, ${month}, 1, 2, 150)`);
      await db.run(sql`UPDATE resale_rounds SET state = 'rooted', root = 'r', rooted_at_ms = 3 WHERE id = ${id}`);
      await db.run(sql`UPDATE resale_rounds SET state = 'cleared', price_cents = ${price}, volume = ${price === null ? 0 : 2},
        cleared_at_ms = 4 WHERE id = ${id}`);
    }
    const { status, body, trips } = await read(`/api/market/${cask}`);
    expect([status, trips]).toEqual([200, 1]);
    expect(body.data).toMatchObject({
      ...{ cask_id: cask, is_open: true, wallet: 1000, last_price: { price: 550, round: "2026-11" } },
      stakes: [
        { stake_id: stake, number: 1, advanced: 0, not_offered: null },
        { stake_id: frozen.stakeId, not_offered: "frozen" },
      ],
      rounds: [
        { round: "2026-11", price: 550, stakes: 2, file: `http://localhost:8787/audit/market/${cask}/2026-11.json` },
        { round: "2026-10", price: null, stakes: 0 },
      ],
    });
    expect((await read("/api/market/csk_none")).status).toBe(404);
  });

  it("is not there while it is closed for the caller, but for an order that stands", async () => {
    const { number } = (await place(buy)).body.data;
    const other = await tokenOf(context, await signIn(context));
    await setMarket(db, "DE");
    const there = { status: 200, body: { data: { is_open: false, orders: [{ number, state: "open" }] } } };
    expect(await read("/api/market")).toMatchObject(there);
    expect(await read(`/api/market/${cask}`)).toMatchObject(there);
    for (const asked of [await read("/api/market", other), await read(`/api/market/${cask}`, other)])
      expect(asked.status).toBe(404);
    expect((await place(buy, { as: other })).status).toBe(404);
    const german = await call(context, "GET", "/api/market", { token: other, context: { country: "DE" } });
    expect(german.status).toBe(200);
    expect((await withdraw(number)).status).toBe(200);
    await setMarketOpen(db, true);
  });

  it("lists no casks, tells no prices and takes no orders before an account is activated", async () => {
    const newcomer = await tokenOf(context, await signIn(context, { activated: false }));
    expect((await read("/api/market", newcomer)).body.data.casks).toEqual([]);
    for (const asked of [await read(`/api/market/${cask}`, newcomer), await place(buy, { as: newcomer })])
      expect(asked).toMatchObject({ status: 403, body: { message: expect.stringContaining("not activated") } });
  });
});

describe("an order", () => {
  it("to buy sets limit and fee aside, and its receipt is the hash of what it says", async () => {
    const placed = await place(buy);
    expect([placed.status, placed.trips]).toEqual([200, 2]);
    const order = placed.body.data;
    // 600.50 and 1.5 % of it, 9.00, rounded down.
    expect(order).toMatchObject({
      side: "buy",
      limit_price: 600.5,
      quantity: 1,
      reserved: 609.5,
      state: "open",
      result: null,
    });
    const terms = { side: "buy", limit: 60_050, quantity: 1, salt: order.salt } as const;
    expect(order.receipt).toBe(receiptOf({ cask, round: "2026-12" }, terms, sha256));
    expect(await wallet()).toBe(100_000 - 60_950);
    expect((await read(`/api/market/${cask}`)).body.data.orders).toEqual([order]);
  });

  it("to sell holds the stakes; sent again it is the first one; withdrawn twice it is withdrawn once", async () => {
    const second = await giveStake(context, person, cask);
    const sell = { side: "sell", limit_price: 590, stakes: [second.stakeId, stake, stake] };
    const first = (await place(sell)).body.data;
    expect(first).toMatchObject({ side: "sell", quantity: 2, reserved: 0, stakes: [stake, second.stakeId] });
    expect((await place(sell)).body.data).toEqual(first);
    expect(await openOrders()).toBe(1);
    for (let times = 0; times < 2; times += 1)
      expect(await withdraw(first.number)).toMatchObject({ status: 200, body: { status: true } });
    expect(await openOrders()).toBe(0);
  });

  it.each<[string, object, string]>([
    ["no side", { limit_price: 600, quantity: 1 }, "side"],
    ["another side", { ...buy, side: "swap" }, "side"],
    ["no limit", { side: "buy", quantity: 1 }, "limit_price"],
    ["parts of a cent", { ...buy, limit_price: 600.001 }, "limit_price"],
    ["a limit as text", { ...buy, limit_price: "600" }, "limit_price"],
    ["a limit of nothing", { ...buy, limit_price: 0 }, "limit_price"],
    ["a limit above all", { ...buy, limit_price: 1e12 }, "limit_price"],
    ["no quantity", { side: "buy", limit_price: 600 }, "quantity"],
    ["parts of a stake", { ...buy, quantity: 1.5 }, "quantity"],
    ["stakes to buy", { ...buy, stakes: ["stk_1"] }, "stakes"],
    ["no stakes", { side: "sell", limit_price: 600 }, "stakes"],
    ["an empty list", { side: "sell", limit_price: 600, stakes: [] }, "stakes"],
    ["a quantity to sell", { side: "sell", limit_price: 600, stakes: ["stk_1"], quantity: 1 }, "quantity"],
  ])("with %s is refused by its field", async (_, body, field) => {
    expect(await place(body)).toMatchObject({ status: 400, trips: 0, body: { status: false, field } });
    expect(await openOrders()).toBe(0);
  });

  it("that the state does not allow is refused with what is wrong, and nothing is set aside", async () => {
    const theirs = await giveStake(context, await signIn(context), cask);
    const refused: [object, string | undefined, string][] = [
      [{ ...buy, limit_price: 660.01 }, "limit_price", "Limit: enter at most $660.00."],
      [{ ...buy, quantity: 3 }, "quantity", "Number of stakes: enter at most 2."],
      [{ ...buy, quantity: 2 }, undefined, "The order sets aside $1,219.00"],
      [{ side: "sell", limit_price: 600, stakes: [stake, theirs.stakeId] }, "stakes", "no longer yours"],
    ];
    for (const [body, field, message] of refused) {
      const answered = await place(body);
      expect(answered).toMatchObject({ status: 409, body: { message: expect.stringContaining(message) } });
      expect(answered.body.field).toBe(field);
    }
    await db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${stake}`);
    expect(await place({ side: "sell", limit_price: 600, stakes: [stake] })).toMatchObject({
      ...{
        status: 409,
        body: { field: "stakes", message: "Stake 1: Frozen because its payment is disputed or was reversed." },
      },
    });
    expect([await openOrders(), await wallet()]).toEqual([0, 100_000]);
  });

  it("beside one that stands, or while no round is open, is refused", async () => {
    await place(buy);
    expect((await place({ ...buy, limit_price: 500 })).status).toBe(409);
    context.clock.nowMs = ROUND_CLOSES;
    const other = await tokenOf(context, await signIn(context));
    expect(await place(buy, { as: other })).toMatchObject({
      ...{ status: 409, body: { message: "No round is open now. Nothing was ordered." } },
    });
  });

  it("is withdrawn by its owner alone, and not on the last day", async () => {
    const { number } = (await place(buy)).body.data;
    const other = await tokenOf(context, await signIn(context));
    for (const [no, as] of [
      [number, other],
      [999_999, token],
      ["x", token],
    ] as const)
      expect((await withdraw(no, as)).status).toBe(404);
    context.clock.nowMs = ROUND_CLOSES - 1;
    const late = await tokenOf(context, person);
    expect(await withdraw(number, late)).toMatchObject({ status: 409, body: { message: orderTexts.tooLate } });
    expect(await openOrders()).toBe(1);
  });

  it("is one of so many an hour, with those of the pages", async () => {
    const { most, windowMs } = ACCOUNT_LIMITS.orders;
    await db.run(sql`INSERT INTO counters (key, count, window_ends_at_ms)
      VALUES (${accountKey("orders", person.userId)}, ${most}, ${context.nowMs() + windowMs})`);
    const answered = await place(buy);
    expect([answered.status, answered.headers.has("Retry-After")]).toEqual([429, true]);
    expect((await withdraw(1)).status).toBe(429);
    expect(await openOrders()).toBe(0);
  });
});
