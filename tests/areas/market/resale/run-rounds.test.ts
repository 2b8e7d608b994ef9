import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { runRounds } from "~/areas/market/resale/run-rounds";
import { costOf, feeOf } from "~/domain/auction/amounts";
import { type PublishedRound, rootOf } from "~/domain/auction/published-round";
import { sha256 } from "~/server/sha256";
import { createTestContext } from "../../../support/context";
import { openExits, soldToday } from "../../../support/exits";
import { balanceOf, giveStake, value } from "../../../support/holdings";
import { expectInvariants } from "../../../support/invariants";
import { killedAfter } from "../../../support/killed";
import { type Person, putCask, signIn } from "../../../support/people";
import { FEE, putOrder, putRound } from "../../../support/resale";

// A round from its close to the day its sellers are paid.

const context = createTestContext();
const { db, clock } = context;
const deps = { ...context, proof: env.PROOF, sha256 };
const DAY_MS = 86_400_000;

let seller: Person;
let buyers: [Person, Person];
let caskId: string;
let stakeIds: string[];
let roundId: string;

beforeEach(async () => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  [seller, ...buyers] = [await signIn(context), await signIn(context), await signIn(context)] as never as [
    Person,
    Person,
    Person,
  ];
  caskId = await putCask(context, { totalStakes: 10 });
  await value(context, caskId, "2026-01-01", 52_000);
  const given = [await giveStake(context, seller, caskId), await giveStake(context, seller, caskId)];
  stakeIds = given.map(({ stakeId }) => stakeId);
  roundId = await putRound(context, caskId);
});

const wallet = (person: Person) => balanceOf(context, `user:${person.userId}:wallet`);
const published = async () => {
  const file = await env.PROOF.get(`audit/market/${roundId}.json`);
  return (await file?.json()) as PublishedRound | undefined;
};
const stakesOf = (person: Person) =>
  db.all<{ number: number; state: string; price_cents: number; holder_number: number; certificate_state: string }>(
    sql`SELECT number, state, price_cents, holder_number, certificate_state FROM stakes WHERE user_id = ${person.userId} ORDER BY number`,
  );
const close = async () => {
  clock.advance(5 * DAY_MS);
  await runRounds(deps);
};

/** A return of $10 that was paid, with its rows of the ledger. */
async function payReturn(stakeId: string) {
  const id = context.newId("wdr");
  const atMs = clock.nowMs;
  await db.run(sql`INSERT INTO withdrawals (id, user_id, stake_id, cycle_number, interest_basis_points, reckoned_to_cents, amount_cents, mode,
      holder_name, bank_name, ifsc_code, account_number_sealed, account_last4, key_id, payable_from_ms, created_at_ms, updated_at_ms)
    VALUES (${id}, ${seller.userId}, ${stakeId}, 1, 200, 51000, 1000, 'Bank', 'h', 'b', 'i', 's', '1234', 'k', ${atMs}, ${atMs}, ${atMs})`);
  await db.run(sql`UPDATE withdrawals SET state = 'paid', bank_reference = 'r' WHERE id = ${id}`);
  const moves = [
    ["return", "house:returns", `user:${seller.userId}:wallet`, "cycle-return"],
    ["hold", `user:${seller.userId}:wallet`, "house:withdrawals", "withdrawal-hold"],
    ["paid", "house:withdrawals", "house:bank", "withdrawal-paid"],
  ] as const;
  for (const [name, debit, credit, reason] of moves)
    await db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES (${`withdrawal:${id}:${name}`}, ${debit}, ${credit}, 1000, 'USD', ${reason}, ${`withdrawal:${id}`}, ${atMs})`);
}

describe("a round that clears", () => {
  it("gives the better bid the stake, the buyer's surplus back, and pays the seller after seven days, less fee", async () => {
    await putOrder(context, roundId, seller, { side: "sell", limit: 48_000, stakeIds: stakeIds.slice(0, 1) });
    await putOrder(context, roundId, buyers[0], { side: "buy", limit: 50_000, quantity: 1 });
    await putOrder(context, roundId, buyers[1], { side: "buy", limit: 53_000, quantity: 1 });
    await close();
    const round = await published();
    // From 50,001 to 53,000 one buyer meets one stake: the last valuation decides.
    expect(round).toMatchObject({ price: 52_000, volume: 1, reference: 52_000, fee_basis_points: FEE });
    expect(round?.root).toBe(rootOf(round?.book ?? [], sha256));
    const fee = feeOf(52_000, FEE);
    expect([await wallet(seller), await wallet(buyers[0]), await wallet(buyers[1])]).toEqual([
      0,
      costOf(50_000, FEE),
      costOf(53_000, FEE) - costOf(52_000, FEE),
    ]);
    expect(await stakesOf(seller)).toMatchObject([
      { number: 1, state: "ended", certificate_state: "void", holder_number: 1 },
      { number: 2, state: "active" },
    ]);
    expect(await stakesOf(buyers[1])).toEqual([
      { number: 1, state: "active", price_cents: 52_000, holder_number: 2, certificate_state: "pending" },
    ]);
    await expectInvariants(db);
    clock.advance(7 * DAY_MS - 1);
    await runRounds(deps);
    expect(await wallet(seller)).toBe(0);
    clock.advance(1);
    await runRounds(deps);
    await runRounds(deps);
    expect(await wallet(seller)).toBe(52_000 - fee);
    expect(await balanceOf(context, "house:resale-fees")).toBe(2 * fee);
    expect(await balanceOf(context, "house:resale")).toBe(0);
    await expectInvariants(db);
  });

  it("takes the returns advanced on a stake out of its price, and its buyer begins without any", async () => {
    const [stakeId = ""] = stakeIds;
    await payReturn(stakeId);
    const before = await balanceOf(context, "house:returns");
    await putOrder(context, roundId, seller, { side: "sell", limit: 48_000, stakeIds: [stakeId] });
    await putOrder(context, roundId, buyers[0], { side: "buy", limit: 48_000, quantity: 1 });
    await close();
    clock.advance(7 * DAY_MS);
    await runRounds(deps);
    expect(await wallet(seller)).toBe(48_000 - feeOf(48_000, FEE) - 1_000);
    expect((await balanceOf(context, "house:returns")) - before).toBe(1_000);
    const [held] = await db.all(sql`SELECT count(*) AS count FROM withdrawals JOIN stakes ON stakes.id = stake_id
      WHERE stakes.user_id = ${buyers[0].userId}`);
    expect(held).toEqual({ count: 0 });
  });

  it("publishes the root before anything is computed", async () => {
    await putOrder(context, roundId, seller, { side: "sell", limit: 48_000, stakeIds });
    const written: string[] = [];
    const proof = {
      put: (key: string, ...rest: unknown[]) => {
        written.push(key);
        return (env.PROOF.put as (...all: unknown[]) => Promise<R2Object>)(key, ...rest);
      },
    };
    clock.advance(5 * DAY_MS);
    await runRounds({ ...deps, proof: proof as never });
    expect(written).toEqual([`audit/market/${roundId}-root.json`, `audit/market/${roundId}.json`]);
  });
});

describe("a result that could not be published", () => {
  it("is published by the next run, before anything is settled", async () => {
    await putOrder(context, roundId, seller, { side: "sell", limit: 48_000, stakeIds });
    await putOrder(context, roundId, buyers[0], { side: "buy", limit: 50_000, quantity: 1 });
    clock.advance(5 * DAY_MS);
    const failing = {
      put: (key: string, ...rest: unknown[]) =>
        key.endsWith("-root.json")
          ? (env.PROOF.put as (...all: unknown[]) => Promise<R2Object>)(key, ...rest)
          : Promise.reject(new Error("We encountered an internal error.")),
    };
    for (let run = 0; run < 2; run++) await expect(runRounds({ ...deps, proof: failing as never })).rejects.toThrow();
    expect((await stakesOf(seller)).map(({ state }) => state)).toEqual(["active", "active"]);
    await runRounds(deps);
    expect(await published()).toMatchObject({ volume: 1 });
    expect((await stakesOf(seller)).map(({ state }) => state)).toEqual(["ended", "active"]);
  });
});

describe("a round that clears nothing", () => {
  it("gives everybody back what they set aside, and says so", async () => {
    const sell = await putOrder(context, roundId, seller, { side: "sell", limit: 55_000, stakeIds });
    await putOrder(context, roundId, buyers[0], { side: "buy", limit: 50_000, quantity: 2 });
    await close();
    expect(await published()).toMatchObject({ price: null, volume: 0, fills: [] });
    expect(await wallet(buyers[0])).toBe(2 * costOf(50_000, FEE));
    expect((await stakesOf(seller)).map(({ state }) => state)).toEqual(["active", "active"]);
    const held = await db.all(
      sql`SELECT 1 FROM resale_offered_stakes WHERE order_number = ${sell} AND released_at_ms IS NULL`,
    );
    expect(held).toEqual([]);
    await expectInvariants(db);
  });
});

describe("what happens in the middle of a round", () => {
  it("a stake frozen after the price was known is not sold, and its buyer pays nothing", async () => {
    await putOrder(context, roundId, seller, { side: "sell", limit: 48_000, stakeIds });
    await putOrder(context, roundId, buyers[0], { side: "buy", limit: 50_000, quantity: 2 });
    clock.advance(5 * DAY_MS);
    const frozen = stakeIds[0] ?? "";
    // Between price and settlement.
    const freezing = { put: async () => void (await freezeOnce()) } as never;
    let done = false;
    const freezeOnce = async () => {
      const [round] = await db.all<{ state: string }>(sql`SELECT state FROM resale_rounds WHERE id = ${roundId}`);
      if (round?.state !== "cleared" || done) return;
      done = true;
      await db.run(
        sql`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE id = (SELECT payment_id FROM stakes WHERE id = ${frozen})`,
      );
      await db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${frozen}`);
    };
    await runRounds({ ...deps, proof: freezing });
    expect((await stakesOf(seller)).map(({ state }) => state)).toEqual(["frozen", "ended"]);
    expect(await stakesOf(buyers[0])).toMatchObject([{ number: 2, state: "active" }]);
    const price = (await stakesOf(buyers[0]))[0]?.price_cents ?? 0;
    expect(await wallet(buyers[0])).toBe(2 * costOf(50_000, FEE) - costOf(price, FEE));
    const fills = await db.all(
      sql`SELECT state FROM resale_fills WHERE round_id = ${roundId} ORDER BY stake_id = ${frozen} DESC`,
    );
    expect(fills).toEqual([{ state: "failed" }, { state: "settled" }]);
    await db.run(sql`UPDATE payments SET state = 'settled' WHERE state = 'disputed'`);
    await db.run(sql`UPDATE stakes SET state = 'active' WHERE id = ${frozen}`);
    await expectInvariants(db);
  });

  it("a cask that is sold first stops its round, and everybody gets back what they set aside", async () => {
    await putOrder(context, roundId, seller, { side: "sell", limit: 48_000, stakeIds });
    await putOrder(context, roundId, buyers[0], { side: "buy", limit: 50_000, quantity: 1 });
    const exits = await openExits(context);
    await exits.confirmed(caskId, soldToday(context, { grossCents: 600_000 }));
    await close();
    expect(await published()).toBeUndefined();
    expect(await wallet(buyers[0])).toBe(costOf(50_000, FEE));
    const [round] = await db.all(sql`SELECT state FROM resale_rounds WHERE id = ${roundId}`);
    expect(round).toEqual({ state: "stopped" });
    await expectInvariants(db);
  });

  it("a run that another one has overtaken, anywhere, finds nothing to do", async () => {
    for (let trips = 1; trips < 7; trips++) {
      const id = await putRound(context, caskId, { month: `2027-0${trips}` });
      await putOrder(context, id, seller, { side: "sell", limit: 58_000, stakeIds: stakeIds.slice(0, 1) });
      await putOrder(context, id, buyers[0], { side: "buy", limit: 50_000, quantity: 1 });
      clock.advance(5 * DAY_MS);
      await runRounds({ ...deps, db: before(trips, () => runRounds(deps)) });
      await expectInvariants(db);
    }
  });

  it("a kill after any batch leaves each stake with one owner, and the next run goes on to the same end", async () => {
    await putOrder(context, roundId, seller, { side: "sell", limit: 48_000, stakeIds });
    await putOrder(context, roundId, buyers[0], { side: "buy", limit: 50_000, quantity: 1 });
    await putOrder(context, roundId, buyers[1], { side: "buy", limit: 50_000, quantity: 1 });
    clock.advance(12 * DAY_MS);
    for (let kills = 0; kills < 30; kills++) {
      const killed = killedAfter(db, kills);
      const outcome = await runRounds({ ...deps, db: killed }).then(
        () => "done",
        () => "killed",
      );
      const owners = await db.all(
        sql`SELECT number FROM stakes WHERE cask_id = ${caskId} AND state <> 'ended' GROUP BY number HAVING count(*) <> 1`,
      );
      expect(owners).toEqual([]);
      await expectInvariants(db);
      if (outcome === "done" && kills > 12) break;
    }
    await runRounds(deps);
    clock.advance(7 * DAY_MS);
    await runRounds(deps);
    expect(await stakesOf(buyers[0])).toMatchObject([{ state: "active", holder_number: 2 }]);
    expect(await stakesOf(buyers[1])).toMatchObject([{ state: "active", holder_number: 2 }]);
    expect(await balanceOf(context, "house:resale")).toBe(0);
  });
});

/** One in which something else happens before that batch. */
const before = (batch: number, happens: () => Promise<void>) =>
  watched((trip) => (trip === batch ? happens() : undefined));

/** @param onBatch is told the number of each batch, from 1, before it is sent */
function watched(onBatch: (trip: number) => Promise<void> | undefined | void): typeof db {
  let trips = 0;
  return new Proxy(db, {
    get: (target, name) => {
      const member = Reflect.get(target, name) as (...all: unknown[]) => unknown;
      // `all` and `run` only make a statement when they are given to `batch`.
      if (name !== "batch") return typeof member === "function" ? member.bind(target) : member;
      return async (...all: unknown[]) => {
        await onBatch((trips += 1));
        return member.apply(target, all);
      };
    },
  });
}
