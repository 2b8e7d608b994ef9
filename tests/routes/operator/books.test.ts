import { type SQL, sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { AuditDay } from "~/domain/audit/audit-files";
import { monthOf } from "~/areas/console/books";
import { auditDeps, DAY_MS, makeAudit } from "../../support/audits";
import { giveStake } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { openPayouts } from "./support/payouts";
import { putCask, signIn, signInAs } from "../../support/people";
import { withoutRule } from "../../support/settings";

// The books of a month with payouts in it. What must not be in them is planted, and each is found.

const month = "2026-11";
const books = `/operator/books/${month}`;
const { fromMs, untilMs } = monthOf(month) ?? { fromMs: 0, untilMs: 0 };

vi.useFakeTimers({ toFake: ["Date"], now: fromMs + 24 * DAY_MS });
const { context, db, people, get, decide, askedFor, statesOf, runWith, mark, cancel } = openPayouts();

/** From now on it is that time for everyone, and the staff have a code of that time. */
async function goTo(ms: number) {
  vi.setSystemTime(ms);
  context.clock.nowMs = ms;
  for (const one of Object.values(people)) one.cookie = await signInAs(context, one.userId);
}
const read = async (as = people.operator) => (await get(books, as)).text;
const centsIn = (csv: string, column: number) =>
  csv
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => Math.round(Number(line.split(",").at(column)) * 100));
const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0);

describe("the books of a month", () => {
  let day: AuditDay;

  it("end with one payout paid, one sent back after that, and one cancelled", async () => {
    // What they are paid from.
    await giveStake(context, await signIn(context), await putCask(context, { costCents: 100_000 }));
    const cancelled = await askedFor(1_000);
    expect((await cancel(cancelled.id, cancelled.person)).status).toBe(303);
    const { asked, runId } = await runWith(1_001, 1_002);
    await mark(runId, people.second, Object.fromEntries(asked.map(({ id }) => [id, `UTR-${id}`])));
    await goTo(untilMs + 3 * 3_600_000);
    day = await makeAudit(auditDeps(context));
    const sentBack = { intent: "return", return_reference: "RET1", return_reason: "Account closed" };
    expect((await decide(asked[1]?.id ?? "", people.operator, sentBack)).status).toBe(303);
    expect(await statesOf([cancelled, ...asked])).toEqual(["cancelled", "paid", "returned"]);
    await expectInvariants(db);
  });

  it("adds up to nothing, and is the ledger and the public audit to the cent", async () => {
    expect([day.date, day.result]).toEqual(["2026-11-30", "PASS"]);
    await goTo(untilMs + 3 * DAY_MS);
    const text = await read();
    for (const words of ["The trial balance adds up to zero", 'href="/audit/2026-11-30"', ": PASS"])
      expect(text).toContain(words);
    const trial = (await get(`${books}.csv?of=trial`, people.operator)).text;
    const closing = (account: string) =>
      centsIn(trial, -2)[trial.split("\r\n").findIndex((line) => line.includes(account)) - 1];
    expect(sumOf(centsIn(trial, -2))).toBe(0);
    expect(closing("Withdrawals in progress")).toBe(day.money.withdrawals_open_cents);
    expect(closing("Wallets and pending rewards")).toBe(day.money.wallets_cents + day.money.rewards_pending_cents);
    const [ledger] = await db.all<{ paid: number; all: number }>(sql`SELECT sum(amount) AS "all",
        sum(amount * (credit_account_id = 'house:bank')) AS paid
      FROM transfers WHERE currency = 'USD' AND created_at_ms < ${untilMs}`);
    expect(closing("Paid out at the bank")).toBe(ledger?.paid);
    const journal = (await get(`${books}.csv`, people.operator)).text;
    expect(journal.split("\r\n")[0]).toBe(
      "date,account,account_name,counter_account,counter_account_name,amount,currency,cause,document,id",
    );
    expect(journal).toMatch(
      /2020,Withdrawals in progress,1200,Paid out at the bank,10\.\d\d,USD,withdrawal-paid,withdrawal:/,
    );
    expect(journal).not.toMatch(/user:/);
    const inDollars = journal.split("\r\n").filter((line, place) => place === 0 || line.includes(",USD,"));
    expect(sumOf(centsIn(inDollars.join("\r\n"), 5))).toBe(ledger?.all);
  });

  const isPaid = sql`reason = 'withdrawal-paid' AND created_at_ms < ${untilMs}`;
  const once = sql`(SELECT seq FROM transfers WHERE ${isPaid} LIMIT 1)`;
  const columns = sql`debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms`;
  const copied = sql`INSERT INTO transfers (id, ${columns}) SELECT 'again', ${columns} FROM transfers WHERE seq = ${once}`;

  const isFound = async () => (await read()).includes("an account differs from its rows");

  it("shows that a row of the ledger is left out, altered or doubled", async () => {
    await db.run(sql`CREATE TABLE left_out AS SELECT * FROM transfers WHERE seq = ${once}`);
    await withoutRule(db, "transfers_are_kept", sql`DELETE FROM transfers WHERE seq IN (SELECT seq FROM left_out)`);
    expect(await isFound()).toBe(true);
    await withoutTotals(sql`INSERT INTO transfers SELECT * FROM left_out`);
    expect(await isFound()).toBe(false);
    const amount = (more: number) =>
      withoutRule(
        db,
        "transfers_fixed",
        sql`UPDATE transfers SET amount = amount + ${more} WHERE seq = (SELECT seq FROM left_out)`,
      );
    await amount(1);
    expect(await isFound()).toBe(true);
    await amount(-1);
    await db.run(sql`DROP TABLE left_out`);
    await withoutTotals(copied);
    expect(await isFound()).toBe(true);
    await withoutRule(db, "transfers_are_kept", sql`DELETE FROM transfers WHERE id = 'again'`);
    expect(await isFound()).toBe(false);
    expect(await read(people.reader)).toContain("The trial balance adds up to zero");
    await expectInvariants(db);
    // Totals only grow: this one stays wrong.
    await db.run(sql`UPDATE accounts SET credits_total = credits_total + 5 WHERE id = 'house:withdrawals'`);
    expect(await isFound()).toBe(true);
    expect(await read()).not.toContain("The trial balance adds up to zero");
  });
});

/** Has a row come into the ledger as anyone who deploys the database could: the accounts do not hear of it. */
async function withoutTotals(statement: SQL): Promise<void> {
  const rules = await db.all<{ name: string; text: string }>(sql`SELECT name, sql AS text FROM sqlite_master
    WHERE type = 'trigger' AND name IN ('transfers_credit', 'transfers_debit')`);
  expect(rules).toHaveLength(2);
  await db.batch([
    ...(rules.map(({ name }) => db.run(sql.raw(`DROP TRIGGER ${name}`))) as [ReturnType<typeof db.run>]),
    db.run(statement),
    ...rules.map(({ text }) => db.run(sql.raw(text))),
  ]);
}
