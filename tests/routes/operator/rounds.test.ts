import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { runRounds } from "~/areas/market/resale/run-rounds";
import { sha256 } from "~/server/sha256";
import { createTestContext } from "../../support/context";
import { giveStake, value } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { keepLogQuiet } from "../../support/quiet-log";
import { putOrder, putRound } from "../../support/resale";
import { openApp } from "../../support/serve-app";
import { wordsIn } from "../../support/serve-page";
import { visitConsole } from "./support/visit-console";

// Operators see what came of a round, and nothing of one that has not closed.

const app = openApp();
const context = createTestContext();
const { db, clock } = context;
const { get, trips } = visitConsole(app);
keepLogQuiet();

const DAY_MS = 86_400_000;
const MONTH = "2026-10";
let operator: Person;
let seller: Person;
let buyer: Person;
let sold: { caskId: string; sell: number; buy: number };
let open: { caskId: string; sell: number };
let quiet: string;
const frozen: string[] = [];

/** Rounds that closed an hour ago, one of them with a stake that is frozen between price and settlement; one is still open. */
beforeAll(async () => {
  const now = clock.nowMs;
  [operator, seller, buyer] = [await signIn(context, { operator: true }), await signIn(context), await signIn(context)];
  const cask = async (name: string) => {
    const caskId = await putCask(context, { name });
    await value(context, caskId, "2026-01-01", 50_000);
    return caskId;
  };
  const offer = async (caskId: string, count: number, closesInDays: number) => {
    const stakeIds: string[] = [];
    for (let index = 0; index < count; index++) stakeIds.push((await giveStake(context, seller, caskId)).stakeId);
    const roundId = await putRound(context, caskId, { month: MONTH, closesInDays });
    return {
      roundId,
      stakeIds,
      sell: await putOrder(context, roundId, seller, { side: "sell", limit: 40_000, stakeIds }),
    };
  };
  clock.nowMs = now - 5 * DAY_MS - 3_600_000;
  const caskId = await cask("Sold Hogshead");
  const { roundId, stakeIds, sell } = await offer(caskId, 2, 5);
  sold = { caskId, sell, buy: await putOrder(context, roundId, buyer, { side: "buy", limit: 50_000, quantity: 2 }) };
  quiet = await cask("Quiet Butt");
  await offer(quiet, 1, 5);
  const openCask = await cask("Open Barrel");
  open = { caskId: openCask, sell: (await offer(openCask, 1, 6)).sell };
  clock.nowMs = now;
  frozen.push(stakeIds[0] ?? "");
  const freezing = async (key: string, ...rest: unknown[]) => {
    const [round] = await db.all<{ state: string }>(sql`SELECT state FROM resale_rounds WHERE id = ${roundId}`);
    if (round?.state === "cleared" && key.includes(caskId)) {
      await db.run(sql`UPDATE payments SET state = 'disputed', reason = 'disputed'
        WHERE id = (SELECT payment_id FROM stakes WHERE id = ${frozen[0]})`);
      await db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${frozen[0]}`);
    }
    return (env.PROOF.put as (...all: unknown[]) => Promise<R2Object>)(key, ...rest);
  };
  await runRounds({ ...context, proof: { put: freezing } as never, sha256 });
});

const page = async (path: string, as = operator) => {
  const { status, text } = await get(`/operator/${path}`, as);
  return { status, text, words: wordsIn(text) };
};

describe("the list of rounds", () => {
  it("has those that closed, with price, what changed hands and what failed, and leads to settings", async () => {
    const { text, words } = await page("rounds");
    expect(words).toMatch(
      /Sold Hogshead Month 2026-10 .* settled 1 failed Price \$500\.00 Changed hands 1 of 2 stakes Fees taken \$15\.00/,
    );
    expect(words).toMatch(/Quiet Butt Month 2026-10 .* settled Price nothing sold Changed hands 0 of 0 stakes/);
    expect(text).toContain(`href="/operator/rounds/${sold.caskId}/${MONTH}"`);
    expect(text).toContain('href="/operator/settings"');
    expect(await trips(get("/operator/rounds", operator))).toBe(1);
  });

  it("as a file has one line a round", async () => {
    const { text } = await page("rounds.csv");
    const [head, ...lines] = text.trim().split("\r\n");
    expect(head).toBe("cask_id,cask,round,closed_at,state,price_usd,stakes,sold,failed,fees_usd");
    expect(lines).toHaveLength(2);
    expect(lines.find((line) => line.startsWith(sold.caskId))).toMatch(/,settled,500\.00,2,1,1,15\.00$/);
    expect(lines.find((line) => line.startsWith(quiet))).toMatch(/,settled,,0,0,0,0\.00$/);
  });
});

describe("a round", () => {
  it("tells its orders, its price, each stake with both sides, what failed and why, and the money", async () => {
    const { text, words } = await page(`rounds/${sold.caskId}/${MONTH}`);
    for (const said of [
      "1 stake did not change hands after the price was known.",
      "Sell orders 1, for 2 stakes",
      "Buy orders 1, for 2 stakes",
      "Last valuation at the close $500.00",
      "Price $500.00",
      "Changed hands 1 of 2 stakes",
      "Fee of buyer and seller each 1.5%",
      "Fees taken $15.00",
      "Still set aside $492.50: $0.00 of buy orders, $492.50 that sellers are waiting for",
      "failed its payment is disputed or was reversed",
    ])
      expect(words).toContain(said);
    for (const person of [seller, buyer]) expect(text).toContain(`href="/operator/users/${person.userId}"`);
    for (const file of [MONTH, `${MONTH}-root`])
      expect(text).toContain(`href="/audit/market/${sold.caskId}/${file}.json"`);
    expect(await trips(get(`/operator/rounds/${sold.caskId}/${MONTH}`, operator))).toBe(1);
  });

  it("that is late says so", async () => {
    const caskId = await putCask(context, { name: "Late Puncheon" });
    const closesAtMs = Date.now() - 3 * 3_600_000;
    await db.run(sql`INSERT INTO resale_rounds (id, cask_id, month, opens_at_ms, closes_at_ms, fee_basis_points)
      VALUES (${`${caskId}/${MONTH}`}, ${caskId}, ${MONTH}, ${closesAtMs - 1}, ${closesAtMs}, 150)`);
    const { words } = await page(`rounds/${caskId}/${MONTH}`);
    expect(words).toContain("This round should have been settled within minutes of its close.");
    expect((await page("rounds")).words).toMatch(/Late Puncheon .* closing late 3 h/);
  });
});

describe("rows read", () => {
  it("are no more for a list and a round of many that were held", async () => {
    const read = async (path: string) => {
      const before = app.trips.rowsRead;
      await get(path, operator);
      return app.trips.rowsRead - before;
    };
    const more = (from: number) =>
      db.run(sql`WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from} + 99)
        INSERT INTO resale_rounds (id, cask_id, month, opens_at_ms, closes_at_ms, fee_basis_points)
        SELECT ${quiet} || '/' || i, ${quiet}, 'm' || i, i, i + 1, 150 FROM n`);
    await more(1000);
    const paths = ["/operator/rounds", `/operator/rounds/${sold.caskId}/${MONTH}`];
    const few = [await read(paths[0] ?? ""), await read(paths[1] ?? "")];
    await more(2000);
    expect([await read(paths[0] ?? ""), await read(paths[1] ?? "")]).toEqual(few);
    expect(Math.max(...few)).toBeLessThan(200);
  });
});

describe("before the close", () => {
  it("there is no such round, neither in the list nor by its address nor by what it is called nor by an order", async () => {
    const { text } = await page("rounds");
    expect(text).not.toContain("Open Barrel");
    expect(text).not.toContain(open.caskId);
    expect((await page("rounds.csv")).text).not.toContain(open.caskId);
    const asked = [await page(`rounds/${open.caskId}/${MONTH}`), await page(`rounds/${quiet}/2026-09`)];
    // As if there were none.
    expect(asked.map(({ status }) => status)).toEqual([404, 404]);
    for (const typed of [`${open.caskId}/${MONTH}`, String(open.sell).padStart(2, "0")])
      expect((await page(`search?q=${encodeURIComponent(typed)}`)).text).not.toContain(
        `/operator/rounds/${open.caskId}`,
      );
  });

  it("which is over, it is found by its name and by the number of an order", async () => {
    for (const typed of [`${sold.caskId}/${MONTH}`, String(sold.buy).padStart(2, "0")]) {
      const { status, headers } = await get(`/operator/search?q=${encodeURIComponent(typed)}`, operator);
      expect([status, headers.get("Location")]).toEqual([303, `/operator/rounds/${sold.caskId}/${MONTH}`]);
    }
  });
});
