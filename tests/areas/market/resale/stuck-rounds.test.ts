import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listTrouble } from "~/areas/console/list-trouble";
import { clearRound } from "~/areas/market/resale/inside/clear-round";
import { closeRound } from "~/areas/market/resale/inside/close-round";
import { runWork } from "~/db/work";
import { balanceOf } from "../../../support/holdings";
import { openExits, soldToday } from "../../../support/exits";
import { expectInvariants } from "../../../support/invariants";
import { killedAfter } from "../../../support/killed";
import { ROUND_CLOSES, setMarketOpen } from "../../../support/market";
import type { Person } from "../../../support/people";
import { buy, openResaleMarket, sell, WALLET } from "../../../support/resale-market";
import { withoutRule } from "../../../support/settings";

// What goes wrong in a round waits for an operator, and keeps nothing else from being done.

const market = openResaleMarket();
const { context, db, clock, runAt } = market;
const HOUR_MS = 3_600_000;

let person: Person;
let caskId: string;
let stakeIds: string[];
let number: number;

beforeAll(() => setMarketOpen(db, true));
beforeEach(async () => {
  ({ person, caskId, stakeIds } = await market.begin());
});

const letters = async () =>
  (await runWork(db, listTrouble(db, context.nowMs()))).letters
    .filter(({ id }) => id.includes(caskId))
    .map(({ id, origin, error, isOwed }) => ({ id, origin, error, isOwed }));
const roundId = () => `${caskId}/2026-12`;
/** As if someone who can reach the database had changed an order after the root: the round cannot be cleared, until it is put right. */
const change = (number: number, byCents: number) =>
  withoutRule(
    db,
    "resale_orders_changes",
    sql`UPDATE resale_orders SET limit_cents = limit_cents + ${byCents} WHERE number = ${number}`,
  );
const stateOf = async () =>
  (await db.all<{ state: string }>(sql`SELECT state FROM resale_rounds WHERE id = ${roundId()}`))[0]?.state ?? "none";
const clearAfterAll = async () => {
  await change(number, -1);
  expect(await clearRound(market.deps, roundId())).toBe("cleared");
};
const endCask = async () => {
  const exits = await openExits(context);
  await exits.confirmed(caskId, soldToday(context, { grossCents: 600_000 }));
};

describe("a stake that no longer stands when it is to change hands", () => {
  it("waits for an operator, once", async () => {
    const seller = await market.place(caskId, person, sell(stakeIds.slice(0, 1), { carriesOver: false }));
    const buyer = await market.newBuyer(WALLET);
    await market.place(caskId, buyer, buy(1, { carriesOver: false }));
    await runAt(ROUND_CLOSES, {
      afterRoot: () => db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${stakeIds[0]}`),
    });
    const failed = { origin: "resale", error: "stake-no-longer-stands", isOwed: 0 };
    expect(await letters()).toEqual([{ id: `resale-fill:${stakeIds[0]}:${roundId()}`, ...failed }]);
    await market.run();
    expect(await letters()).toHaveLength(1);
    expect(await balanceOf(context, `user:${buyer.userId}:wallet`)).toBe(WALLET);
    expect(seller).toBeGreaterThan(0);
  });
});

describe("a round that cannot be cleared", () => {
  it("keeps no other round from being settled and no seller from being paid, and waits for an operator from an hour on until it is over", async () => {
    const number = await market.place(caskId, person, buy(1));
    const second = await market.begin();
    await market.place(second.caskId, second.person, sell(second.stakeIds, { carriesOver: false }));
    const buyer = await market.newBuyer(WALLET);
    await market.place(second.caskId, buyer, buy(2, { carriesOver: false }));
    clock.nowMs = ROUND_CLOSES;
    expect(await closeRound(market.deps, roundId())).toBe("rooted");
    await change(number, 1);
    await expect(runAt(ROUND_CLOSES)).rejects.toThrow("root: not that of these orders");
    const states = await db.all<{ id: string; state: string }>(
      sql`SELECT id, state FROM resale_rounds WHERE cask_id IN (${caskId}, ${second.caskId})`,
    );
    expect(Object.fromEntries(states.map(({ id, state }) => [id.split("/")[0], state]))).toEqual({
      [caskId]: "rooted",
      [second.caskId]: "settled",
    });
    expect(await letters()).toEqual([]);
    await expect(runAt(ROUND_CLOSES + HOUR_MS)).rejects.toThrow("root: not that of these orders");
    expect(await letters()).toEqual([
      { id: `resale-round:${caskId}/2026-12`, origin: "resale", error: "round-late", isOwed: 0 },
    ]);
    await expect(runAt(ROUND_CLOSES + 7 * 24 * HOUR_MS)).rejects.toThrow("root: not that of these orders");
    expect(await balanceOf(context, `user:${second.person.userId}:wallet`)).toBe(WALLET + 118_200);
    await change(number, -1);
    await market.run();
    expect(await letters()).toEqual([]);
    await expectInvariants(db);
  });

  it.each([
    ["settles", clearAfterAll],
    ["stops", endCask],
  ])("no longer waits for an operator once a run %s it, however soon that run dies", async (_, end) => {
    number = await market.place(caskId, person, buy(1, { carriesOver: false }));
    clock.nowMs = ROUND_CLOSES;
    await closeRound(market.deps, roundId());
    await change(number, 1);
    await expect(runAt(ROUND_CLOSES + HOUR_MS)).rejects.toThrow("root: not that of these orders");
    expect(await letters()).toHaveLength(1);
    await end();
    for (let kills = 0; !["settled", "stopped"].includes(await stateOf()); kills++)
      await market.run({ killed: killedAfter(db, kills) }).catch(() => undefined);
    expect(await letters()).toEqual([]);
  });
});
