import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { countRoundTrips } from "~/db/count-round-trips";
import { BOOK_RULES, RANGED_RULES, TOTALS_RULE } from "~/core/ledger/book-rules";
import { type BookRange, checkBooks } from "~/areas/buying/reconciliation/check-books";
import { createTestContext, type TestContext } from "../../../support/context";
import { freshBindings } from "../../../support/fresh-bindings";
import { giveStake } from "../../../support/holdings";
import { expectInvariants } from "../../../support/invariants";
import { putCask, signIn } from "../../../support/people";

// The books are checked a little at a time: however large they are, a run reads no more, and all of it has its turn.

const RANGE: BookRange = { rows: 6, casks: 2, newest: 2, windows: 2 };

let context: TestContext;

beforeEach(async () => {
  await freshBindings();
  context = createTestContext();
});

/** Each with its payment, reservation, certificate and transfers, in casks of three. */
async function sell(count: number) {
  const person = await signIn(context);
  let caskId = "";
  for (let i = 0; i < count; i++) {
    if (i % 3 === 0) caskId = await putCask(context, { totalStakes: 3 });
    await giveStake(context, person, caskId);
    context.clock.advance(1_000);
  }
}

const check = () => checkBooks(context, RANGE);

/** Rows read by one run. */
async function rowsRead(): Promise<number> {
  const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
  await checkBooks({ ...context, db: createDatabase(countRoundTrips(env.DB, trips)) }, RANGE);
  return trips.rowsRead;
}

const found = async () =>
  (await context.db.all<{ subject: string }>(sql`SELECT subject FROM differences WHERE state = 'open'`)).map(
    ({ subject }) => subject,
  );

const covered = async () =>
  (await context.db.all<{ rule: string }>(sql`SELECT rule FROM book_marks WHERE covered_at_ms IS NOT NULL`)).length;

/** Until every rule has been through its whole table. @returns the number of runs */
async function untilCovered(): Promise<number> {
  await context.db.run(sql`UPDATE book_marks SET covered_at_ms = NULL`);
  for (let runs = 1; runs < 100; runs++) {
    await check();
    if ((await covered()) === Object.keys(RANGED_RULES).length + 1) return runs;
  }
  throw new Error("the books are never covered");
}

describe("the hourly check of the books", () => {
  it("reads no more from books four times as large, and goes through all of them", async () => {
    await sell(9);
    const few = [await rowsRead(), await rowsRead(), await rowsRead()];
    await untilCovered();
    await sell(27);
    const many = [await rowsRead(), await rowsRead(), await rowsRead()];
    expect(Math.max(...many)).toBeLessThan(Math.max(...few) * 1.3);
    expect(await untilCovered()).toBeLessThan(40);
    await expectInvariants(context.db);
    expect(await found()).toEqual([]);
  });

  it("finds a wrong row, old or new, once it comes to it", async () => {
    await sell(12);
    await untilCovered();
    const oldest = sql`(SELECT min(id) FROM payments)`;
    await context.db.run(sql`UPDATE payments SET received_cents = 1 WHERE id = ${oldest}`);
    await context.db.run(sql`UPDATE accounts SET credits_total = credits_total + 5 WHERE id = 'house:stake-sales'`);
    expect(await untilCovered()).toBeGreaterThan(3);
    expect((await found()).some((subject) => subject.startsWith("no stake without its money: "))).toBe(true);
    expect(await found()).toContain(`${TOTALS_RULE}: house:stake-sales`);
    // The newest rows are looked at by every run.
    await context.db.run(sql`UPDATE certificates SET state = 'void' WHERE stake_id = (SELECT max(id) FROM stakes)`);
    await check();
    expect((await found()).some((subject) => subject.startsWith("each settled stake payment has"))).toBe(true);
  });

  it("finds what breaks each rule that is checked in ranges, as the whole query does", async () => {
    await sell(9);
    // Nothing in the database refuses any of these.
    const broken = [
      "UPDATE payments SET received_cents = 1 WHERE id = (SELECT min(id) FROM payments)",
      "UPDATE casks SET sold_stakes = sold_stakes - 1 WHERE id = (SELECT max(id) FROM casks)",
      "UPDATE certificates SET state = 'void' WHERE id = (SELECT max(id) FROM certificates)",
    ];
    for (const statement of broken) await context.db.run(sql.raw(statement));
    const whole: string[] = [];
    for (const rule of Object.keys(RANGED_RULES)) {
      const rows = await context.db.all<Record<string, string>>(sql.raw(BOOK_RULES[rule] ?? ""));
      whole.push(...rows.map((row) => `${rule}: ${Object.values(row)[0]}`));
    }
    expect(whole.length).toBeGreaterThanOrEqual(broken.length);
    await untilCovered();
    expect((await found()).sort()).toEqual(whole.sort());
  });

  it("adds each transfer up once, though two runs are at it", async () => {
    await sell(9);
    for (let run = 0; run < 6; run++) {
      await Promise.all([check(), check()]);
      await sell(1);
    }
    expect(await found()).toEqual([]);
  });
});
