import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { placeOrder } from "~/areas/market/resale/place-order";
import { readCaskMarket, readMarket } from "~/areas/market/resale/read-market";
import { withdrawOrder } from "~/areas/market/resale/withdraw-order";
import { readBookings } from "~/areas/console/read-bookings";
import { runWork } from "~/db/work";
import { sha256 } from "~/server/sha256";
import { createTestContext, TestClock } from "../../../support/context";
import { creditWallet, giveStake, value } from "../../../support/holdings";
import { IN_ROUND, setMarketOpen } from "../../../support/market";
import { openSession } from "../../../support/open-session";
import { type Person, putCask, signIn } from "../../../support/people";

const context = createTestContext({ clock: new TestClock(IN_ROUND) });
const { db } = context;

let person: Person;
let caskId: string;

beforeAll(() => setMarketOpen(db, true));

beforeEach(async () => {
  person = await signIn(context);
  caskId = await putCask(context);
  await giveStake(context, person, caskId);
  await value(context, caskId, "2026-12-01", 60_000);
  await creditWallet(context, person, 100_000);
});

const order = () =>
  placeOrder({ db, sha256 }, openSession(context, person.userId), {
    caskId,
    country: null,
    asked: { side: "buy", quantity: 1, limitCents: 60_000 },
  });

describe("what the market shows", () => {
  const read = (who: Person = person) =>
    readCaskMarket(context, openSession(context, who.userId), { country: null, caskId });

  it("is nothing of other people's orders: not the number of them, nor that there are any", async () => {
    const other = await signIn(context);
    const before = await read(other);
    expect((await order()).ok).toBe(true);
    expect(await read(other)).toEqual(before);
  });

  it("is nothing at all while it is closed, but for those whose order stands", async () => {
    expect((await order()).ok).toBe(true);
    await setMarketOpen(db, false);
    const other = await signIn(context);
    expect(await read(other)).toBeNull();
    expect(await readMarket(context, openSession(context, other.userId), { country: null })).toBeNull();
    expect(await read()).toMatchObject({ isOpen: false, orders: [{ state: "open" }] });
    await setMarketOpen(db, true);
  });

  it("lists the viewer's casks first, with the last valuation and its tier", async () => {
    const mine = await readMarket(context, openSession(context, person.userId), { country: null });
    expect(mine?.casks[0]).toMatchObject({
      caskId,
      mine: 1,
      lastPrice: null,
      lastValue: { valueCents: 60_000, valuedOn: "2026-12-01", tier: "measured" },
      highestCents: 66_000,
      feeBasisPoints: 150,
    });
  });

  it("is nothing to operators, not even by the person's ledger, until the round has closed", async () => {
    const ledger = async () => (await runWork(db, readBookings(db, person.userId, 50))).map(({ reason }) => reason);
    const before = await ledger();
    const placed = await order();
    expect(await ledger()).toEqual(before);
    if (placed.ok) await withdrawOrder({ db }, openSession(context, person.userId), placed.order.number);
    expect(await ledger()).toEqual(before);
    await db.run(
      sql`UPDATE resale_rounds SET state = 'stopped', ended_at_ms = ${context.nowMs()} WHERE cask_id = ${caskId}`,
    );
    expect(await ledger()).toEqual([...["resale-freed", "resale-reserved"], ...before]);
  });

  it("takes one round trip", async () => {
    const next = context.next();
    await readMarket(next, openSession(next, person.userId), { country: null });
    expect(next.trips.count).toBe(1);
  });
});
