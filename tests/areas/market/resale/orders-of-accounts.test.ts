import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closeAccount, keepAccount, readClosing } from "~/areas/accounts/closing/close-account";
import { closeWaitingAccounts } from "~/areas/accounts/closing/close-waiting-accounts";
import type { OrderAsked } from "~/areas/market/resale/order-form";
import { balanceOf, creditWallet } from "../../../support/holdings";
import { expectInvariants } from "../../../support/invariants";
import { NEXT_OPENS, ROUND_CLOSES, setMarketOpen } from "../../../support/market";
import { openSession } from "../../../support/open-session";
import { get, type Person, signInAs } from "../../../support/people";
import { buy, COST, openResaleMarket, sell, WALLET } from "../../../support/resale-market";
import { servePage, wordsIn } from "../../../support/serve-page";

// Orders, and money that waits, of an account that is to be closed or is suspended.

const market = openResaleMarket();
const { context, db, clock, runAt, orderOf, nextOf } = market;
const DAY_MS = 86_400_000;
const GIVE_UP = { stakes: "give-up", balance: "give-up" } as const;
const KEEP = { stakes: "hold", balance: "pay-out" } as const;

let person: Person;
let other: Person;
let caskId: string;
let stakeIds: string[];
let otherIds: string[];

beforeAll(() => setMarketOpen(db, true));
beforeEach(async () => {
  ({ person, other, caskId, stakeIds, otherIds } = await market.begin());
});

const place = (asked: OrderAsked, who: Person = person) => market.place(caskId, who, asked);
const wallet = () => balanceOf(context, `user:${person.userId}:wallet`);
const session = () => openSession(context, person.userId);
const close = (choices: typeof GIVE_UP | typeof KEEP = GIVE_UP) => closeAccount(context, session(), choices);
const isClosed = async () =>
  (await db.all(sql`SELECT 1 FROM users WHERE id = ${person.userId} AND closed_at_ms IS NOT NULL`)).length === 1;
const closeBy = async (nowMs: number) => {
  clock.nowMs = nowMs;
  await closeWaitingAccounts(context);
  return isClosed();
};
const left = async () => (await readClosing(context, session())).left;

describe("an account that is to be closed", () => {
  it("has its orders withdrawn where they still may be, with what they hold, and nothing placed again", async () => {
    const number = await place(buy(2));
    expect(await left()).toMatchObject({ orders: 1, marketCents: 2 * COST, walletCents: WALLET - 2 * COST });
    expect(await close()).toMatchObject({
      outcome: "waiting",
      left: { orders: 0, walletCents: WALLET, marketCents: 0 },
    });
    expect(await orderOf(number)).toMatchObject({ state: "withdrawn" });
    await runAt(ROUND_CLOSES);
    await runAt(NEXT_OPENS);
    expect(await nextOf(number)).toBeNull();
    await expectInvariants(db);
  });

  it("has nothing placed again of an order whose round was over already", async () => {
    const number = await place(buy(1));
    await runAt(ROUND_CLOSES);
    await close();
    expect(await orderOf(number)).toMatchObject({ state: "ended", carry_end: "given-up" });
  });

  it("places no other order, until it is kept", async () => {
    await close(KEEP);
    await expect(place(buy(1))).rejects.toThrow("account-closing");
    await expect(place(sell(stakeIds))).rejects.toThrow("account-closing");
    await keepAccount(context, session());
    expect(await place(buy(1))).toBeGreaterThan(0);
  });

  it("stays open while an order stands that can no longer be withdrawn, and gives nothing up before its round is over", async () => {
    clock.nowMs = ROUND_CLOSES - DAY_MS + 1;
    const number = await place(buy(1));
    expect(await close()).toMatchObject({ outcome: "waiting", left: { orders: 1, marketCents: COST } });
    expect(await orderOf(number)).toMatchObject({ state: "open", carry_end: "given-up" });
    expect(await closeBy(ROUND_CLOSES + 10 * DAY_MS)).toBe(false);
    await runAt(ROUND_CLOSES + 10 * DAY_MS);
    expect([await wallet(), await isClosed()]).toEqual([WALLET, false]);
    expect(await closeBy(ROUND_CLOSES + 10 * DAY_MS)).toBe(true);
    expect(await wallet()).toBe(0);
    await expectInvariants(db);
  });

  it.each([GIVE_UP, KEEP])(
    "stays open until what it sold is credited, and is then handled as chosen: %o",
    async (choices) => {
      const number = await place(sell(stakeIds, { carriesOver: false }));
      await creditWallet(context, other, WALLET);
      await place(buy(2, { carriesOver: false }), other);
      await runAt(ROUND_CLOSES);
      expect(await orderOf(number)).toMatchObject({ state: "ended" });
      await close(choices);
      // At 600.00 the fee is 9.00 a stake.
      expect(await left()).toMatchObject({ proceedsCents: 118_200, marketCents: 118_200, stakes: 0 });
      // The timer of rounds has not run: nothing was credited.
      expect(await closeBy(ROUND_CLOSES + 8 * DAY_MS)).toBe(false);
      await runAt(ROUND_CLOSES + 8 * DAY_MS);
      expect(await wallet()).toBe(WALLET + 118_200);
      expect(await closeBy(ROUND_CLOSES + 8 * DAY_MS)).toBe(choices === GIVE_UP);
      expect(await wallet()).toBe(choices === GIVE_UP ? 0 : WALLET + 118_200);
      await expectInvariants(db);
    },
  );

  it("is told by the closing's page what becomes of an order, and what it waits for", async () => {
    clock.nowMs = ROUND_CLOSES - DAY_MS + 1;
    await place(buy(1));
    const page = async () => {
      const cookie = await signInAs(context, person.userId);
      const answer = await servePage(get("http://localhost:8787/close-account", cookie), context.next());
      return wordsIn(await answer.text());
    };
    const before = await page();
    expect(before).toContain("Your orders in the market are withdrawn when you ask");
    // What the order holds is part of what can be given up.
    expect(before).toContain("Your balance and pending rewards of $5,000.00");
    await close();
    const waiting = await page();
    expect(waiting).toContain("an order in the market whose round is not over yet");
    expect(waiting).toContain("$5,000.00 in balance and pending rewards");
  });

  it("withdraws nothing where the closing is refused", async () => {
    const number = await place(buy(1));
    await closeAccount(context, openSession(context, person.userId, { alive: false }), GIVE_UP).catch(() => undefined);
    expect(await orderOf(number)).toMatchObject({ state: "open" });
    await expectInvariants(db);
  });
});

describe("a suspended account", () => {
  const suspend = (atMs: number | null) =>
    db.run(sql`UPDATE users SET suspended_at_ms = ${atMs} WHERE id = ${person.userId}`);
  const book = async () => (await market.published(caskId))?.book.map(({ number }) => number);

  it("takes no part: its order is left out before the root, gets its money back, and is not placed again", async () => {
    const number = await place(buy(2));
    const theirs = await place(sell(otherIds.slice(0, 1)), other);
    await suspend(clock.nowMs);
    await runAt(ROUND_CLOSES);
    expect([await orderOf(number), await book()]).toMatchObject([{ state: "left-out" }, [theirs]]);
    expect(await wallet()).toBe(WALLET);
    await suspend(null);
    await runAt(NEXT_OPENS);
    expect(await nextOf(number)).toBeNull();
    await expectInvariants(db);
  });

  it("has its stakes free again", async () => {
    await place(sell(stakeIds));
    await suspend(clock.nowMs);
    await runAt(ROUND_CLOSES);
    expect(
      await db.all(sql`SELECT 1 FROM resale_offered_stakes WHERE stake_id = ${stakeIds[0]} AND released_at_ms IS NULL`),
    ).toEqual([]);
  });

  it("takes part if it was let in again by the close", async () => {
    const number = await place(buy(2));
    await suspend(clock.nowMs);
    await market.run();
    await suspend(null);
    await runAt(ROUND_CLOSES);
    expect([await orderOf(number), await book()]).toMatchObject([{ state: "ended" }, [number]]);
  });

  it("that is suspended after the root is settled all the same", async () => {
    const number = await place(buy(1, { carriesOver: false }));
    await place(sell(otherIds.slice(0, 1)), other);
    await runAt(ROUND_CLOSES, { afterRoot: () => suspend(ROUND_CLOSES) });
    const [fill] = await db.all(sql`SELECT state FROM resale_fills WHERE buy_number = ${number}`);
    expect(fill).toEqual({ state: "settled" });
  });
});
