import { type SQL, sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { AuditDay } from "~/domain/audit/audit-files";
import { monthOf } from "~/areas/console/books";
import { auditDeps, DAY_MS, makeAudit } from "../../support/audits";
import { bankForm, type Booked, csvFile } from "../../support/bank-files";
import { giveStake } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { openPayouts, pageOf } from "../../support/payouts";
import { putCask, signIn, signInAs } from "../../support/people";
import { withoutRule } from "../../support/settings";

// The whole life of a month over plain HTTP: 40 requests, one run, the bank's answer, what it leaves unmatched, the books. What must not
// be in it is planted, and each is found.

const month = "2026-11";
const books = `/operator/books/${month}`;
const { fromMs, untilMs } = monthOf(month) ?? { fromMs: 0, untilMs: 0 };

vi.useFakeTimers({ toFake: ["Date"], now: fromMs + 24 * DAY_MS });
const { context, db, people, get, post, send, decide, askedFor, stateOf, statesOf, makeRun, fileOf, cancel, trips } =
  openPayouts();

/** From now on it is that time for everyone, and the operators have a code of that time. */
async function goTo(ms: number) {
  vi.setSystemTime(ms);
  context.clock.nowMs = ms;
  for (const one of [people.operator, people.second]) one.cookie = await signInAs(context, one.userId);
}
async function handIn(booked: readonly Booked[]) {
  return (await send("/operator/bank-answers", people.operator, bankForm(csvFile(booked)))).location ?? "";
}
const letters = () =>
  db.all<{ id: string; error: string }>(
    sql`SELECT id, error FROM dead_letters WHERE origin = 'bank' AND resolved_at_ms IS NULL ORDER BY id`,
  );
const read = async (as = people.operator) => (await get(books, as)).text;
const centsIn = (csv: string, column: number) =>
  csv
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => Math.round(Number(line.split(",").at(column)) * 100));
const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0);

describe("a month", () => {
  let day: AuditDay;

  it("has 40 requests: two are cancelled, one comes back, two lines match nothing, and all is as the bank says", async () => {
    const asked: Awaited<ReturnType<typeof askedFor>>[] = [];
    // What they are paid from.
    await giveStake(context, await signIn(context), await putCask(context, { costCents: 100_000 }));
    for (let one = 0; one < 40; one++) asked.push(await askedFor(1_000 + one));
    const counted = async (state: string) => (await statesOf(asked)).filter((one) => one === state).length;
    for (const { id, person } of asked.slice(0, 2)) expect((await cancel(id, person)).status).toBe(303);
    const runId = (await makeRun(people.operator)).location?.split("/").at(-1) ?? "";
    const file = (await fileOf(runId, people.operator)).text;
    const [cents, lines] = [centsIn(file, -2), file.trim().split("\r\n").slice(1)];
    const rows = lines.map((line, place) => ({ reference: line.split(",").at(-1) ?? "", cents: cents[place] ?? 0 }));
    expect([rows.length, new Set(rows.map(({ reference }) => reference)).size]).toEqual([38, 38]);
    expect([await counted("cancelled"), await counted("sending")]).toEqual([2, 38]);

    // What the bank has is not paid by hand besides.
    const last = asked.at(-1)?.id ?? "";
    const byHand = await decide(last, people.second, { intent: "pay", bank_reference: "UTR-BY-HAND" });
    expect([byHand.status, await stateOf(last)]).toEqual([409, "sending"]);

    // The answer leaves out a row, doubles one, and has one that is in no run.
    const [returned, renamed, leftOut, ...plain] = rows;
    if (!returned || !renamed || !leftOut || !plain[0]) throw new Error("there are 38 rows");
    const told: Booked[] = [
      { ...returned, kind: "return" },
      { ...renamed, reference: "manual", bank: "UTR-RENAMED" },
      { ...plain[0], bank: "UTR-AGAIN" },
      { reference: "DUN1R99", cents: 4_200 },
    ];
    const answer = await handIn([...told, ...plain]);
    const errors = (await letters()).map(({ error }) => error).sort();
    expect(errors).toEqual(["no-reference", "no-such-row", "returned", "twice"]);
    expect(await trips(post(answer, people.second, { intent: "mark" }))).toBe(1);
    expect([await counted("paid"), await counted("sending")]).toEqual([35, 3]);

    // The month ends with three rows open.
    await goTo(untilMs + 3 * 3_600_000);
    day = await makeAudit(auditDeps(context));
    // One was only late; one came back, the bank renamed another: both are solved on their pages.
    const late = await handIn([leftOut]);
    expect((await post(late, people.second, { intent: "mark" })).status).toBe(303);
    const [first, second] = await db.all<{ id: string }>(sql`SELECT withdrawal_id AS id FROM payout_run_rows
      JOIN withdrawals ON withdrawals.id = withdrawal_id WHERE run_id = ${runId} AND state = 'sending' ORDER BY place`);
    const cameBack = { intent: "reject", seen: "sending", reason: "The bank sent it back." };
    expect((await decide(first?.id ?? "", people.operator, cameBack)).status).toBe(303);
    const marked = { intent: "mark", [`reference_${second?.id}`]: "UTR-RENAMED" };
    expect((await post(pageOf(runId), people.operator, marked)).status).toBe(303);
    const trouble = (await get("/operator/trouble", people.operator)).text;
    expect(trouble).toContain(`href="/operator/withdrawals/${first?.id}"`);
    for (const { id } of await letters())
      await post("/operator/trouble", people.operator, { intent: "drop", letter: id, reason: "Solved by hand." });
    expect(await letters()).toEqual([]);
    // Another came back after it was marked paid.
    const wasPaid = asked[(await statesOf(asked)).indexOf("paid")]?.id ?? "";
    const sentBack = { intent: "return", return_reference: "RET1", return_reason: "Account closed" };
    expect((await decide(wasPaid, people.operator, sentBack)).status).toBe(303);
    const states = ["paid", "rejected", "cancelled", "returned"];
    expect(await Promise.all(states.map(counted))).toEqual([36, 1, 2, 1]);
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
  const rules = await db.all<{ name: string; text: string }>(
    sql`SELECT name, sql AS text FROM sqlite_master WHERE type = 'trigger' AND name IN ('transfers_credit', 'transfers_debit')`,
  );
  expect(rules).toHaveLength(2);
  await db.batch([
    ...(rules.map(({ name }) => db.run(sql.raw(`DROP TRIGGER ${name}`))) as [ReturnType<typeof db.run>]),
    db.run(statement),
    ...rules.map(({ text }) => db.run(sql.raw(text))),
  ]);
}
