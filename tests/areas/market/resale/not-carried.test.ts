import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { giveUpCarry } from "~/areas/market/resale/give-up-carry";
import type { OrderAsked } from "~/areas/market/resale/order-form";
import { readCaskMarket } from "~/areas/market/resale/read-market";
import { withdrawOrder } from "~/areas/market/resale/withdraw-order";
import { openExits, soldToday } from "../../../support/exits";
import { balanceOf, value } from "../../../support/holdings";
import { expectInvariants } from "../../../support/invariants";
import { NEXT_OPENS, ROUND_CLOSES, setMarketOpen } from "../../../support/market";
import { openSession } from "../../../support/open-session";
import type { Person } from "../../../support/people";
import { buy, openResaleMarket, sell, WALLET } from "../../../support/resale-market";
import { requestBalance } from "../../../support/withdrawals";

// What keeps an order that carries over from being placed again.

const market = openResaleMarket();
const { context, db, clock, runAt, orderOf, nextOf } = market;

let person: Person;
let other: Person;
let caskId: string;
let stakeIds: string[];

beforeAll(() => setMarketOpen(db, true));
beforeEach(async () => {
  ({ person, other, caskId, stakeIds } = await market.begin());
});

const place = (asked: OrderAsked, who: Person = person, country: string | null = null) =>
  market.place(caskId, who, asked, country);
const wallet = () => balanceOf(context, `user:${person.userId}:wallet`);

/** The order was not filled, the next round is open, and this happened meanwhile. Why it was not placed again. */
async function refusedAfter(asked: OrderAsked, meanwhile: (number: number) => Promise<unknown>) {
  const number = await place(asked);
  await runAt(ROUND_CLOSES);
  await meanwhile(number);
  await runAt(NEXT_OPENS);
  expect(await nextOf(number)).toBeNull();
  await expectInvariants(db);
  return (await orderOf(number))?.carry_end;
}

describe("it is not placed again, and ends", () => {
  it.each<[string, () => OrderAsked, (number: number) => Promise<unknown>]>([
    ["market-off", () => buy(1), () => setMarketOpen(db, false)],
    ["account", () => buy(1), () => db.run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${person.userId}`)],
    ["not-enough-money", () => buy(1), () => requestBalance(context, { userId: person.userId, amountCents: WALLET })],
    ["limit-too-high", () => buy(1), () => value(context, caskId, "2026-12-20", 54_000)],
    ["cask-ending", () => buy(1), async () => (await openExits(context)).proposed(caskId)],
    [
      "stake-not-offered",
      () => sell(stakeIds),
      () => db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${stakeIds[1]}`),
    ],
    [
      "no-such-stake",
      () => sell(stakeIds),
      () => db.run(sql`UPDATE stakes SET state = 'ended' WHERE id = ${stakeIds[1]}`),
    ],
  ])("for the reason '%s'", async (reason, asked, meanwhile) => {
    expect(await refusedAfter(asked(), meanwhile)).toBe(reason);
    await setMarketOpen(db, true);
  });

  it("where its owner was faster with another order for the cask", async () => {
    const number = await place(buy(1));
    await runAt(ROUND_CLOSES);
    clock.nowMs = NEXT_OPENS;
    await place(sell(stakeIds));
    await market.run();
    expect([await nextOf(number), (await orderOf(number))?.carry_end]).toEqual([null, "already-ordered"]);
  });

  it("where the cask ended in the middle of its round", async () => {
    const number = await place(buy(1));
    await (await openExits(context)).confirmed(caskId, soldToday(context, { grossCents: 600_000 }));
    await runAt(ROUND_CLOSES);
    expect(await orderOf(number)).toMatchObject({ state: "ended", carry_end: "cask-ending" });
  });

  it("where it was withdrawn", async () => {
    const number = await place(buy(1));
    await withdrawOrder({ db }, openSession(context, person.userId), number);
    await runAt(ROUND_CLOSES);
    await runAt(NEXT_OPENS);
    expect(await nextOf(number)).toBeNull();
  });
});

describe("giving up that it is placed again", () => {
  const giveUp = (number: number, who = person) => giveUpCarry({ db }, openSession(context, who.userId), number);

  it.each([
    ["while its round is open, also on the last day", ROUND_CLOSES - 1],
    ["after its round has ended", NEXT_OPENS - 1],
  ])("works %s, and the order itself goes on; sent twice it is once", async (_, atMs) => {
    const number = await place(buy(1));
    if (atMs > ROUND_CLOSES) await runAt(ROUND_CLOSES);
    clock.nowMs = atMs;
    expect(await giveUp(number, other)).toEqual({ ok: false, code: "no-such-order" });
    for (let times = 0; times < 2; times += 1) expect(await giveUp(number)).toEqual({ ok: true, caskId });
    await runAt(ROUND_CLOSES);
    expect(await orderOf(number)).toMatchObject({ state: "ended", carry_end: "given-up" });
    await runAt(NEXT_OPENS);
    expect(await nextOf(number)).toBeNull();
  });

  it("is too late once it is placed: that order is withdrawn like any other", async () => {
    const number = await place(buy(1));
    await runAt(ROUND_CLOSES);
    await runAt(NEXT_OPENS);
    expect(await giveUp(number)).toEqual({ ok: false, code: "placed", caskId });
    const next = (await nextOf(number))?.number ?? 0;
    expect(await withdrawOrder({ db }, openSession(context, person.userId), next)).toEqual({ ok: true, caskId });
    expect(await wallet()).toBe(WALLET);
  });

  it("is possible where the market was closed meanwhile, by the page that shows it", async () => {
    const number = await place(buy(1));
    await runAt(ROUND_CLOSES);
    await setMarketOpen(db, false);
    const read = () => readCaskMarket(context, openSession(context, person.userId), { country: null, caskId });
    expect((await read())?.orders).toMatchObject([{ number, carry: "waits" }]);
    await giveUp(number);
    expect(await read()).toBeNull();
    await setMarketOpen(db, true);
  });
});
