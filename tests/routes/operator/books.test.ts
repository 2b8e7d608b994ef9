import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { journalOf, monthOf } from "~/areas/console/books";
import { EXPORT_ROWS, type ExportPage } from "~/core/lists";
import { runWork } from "~/db/work";
import { openPayouts } from "../../support/payouts";
import { withoutRule } from "../../support/settings";

// The books of a month: they add up, and what is altered is seen.

// In the middle of a month, so that what was asked for days ago is in it.
vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 20, 12) });
const { context, db, people, get, askedFor, runWith, mark, trips } = openPayouts();

const month = new Date(context.nowMs()).toISOString().slice(0, 7);
const page = `/operator/books/${month}`;
const read = async () => (await get(page, people.operator)).text;
describe("the books of a month", () => {
  it("add up to nothing, in one round trip, and the journal has each row once", async () => {
    const { asked, runId } = await runWith(1_200, 3_400);
    await mark(runId, people.operator, { [asked[0]?.id ?? ""]: "UTR-1", [asked[1]?.id ?? ""]: "UTR-2" });
    expect(await trips(get(page, people.operator))).toBe(1);
    const text = await read();
    expect(text).toContain("The trial balance adds up to zero");
    const journal = await get(`${page}.csv`, people.operator);
    const lines = journal.text.trim().split("\r\n");
    const [{ count } = { count: 0 }] = await db.all<{ count: number }>(sql`SELECT count(*) AS count FROM transfers`);
    expect(lines).toHaveLength(count + 1);
    expect(lines[0]).toContain(
      "date,account,account_name,counter_account,counter_account_name,amount,currency,cause,document,id",
    );
    expect(journal.text).toMatch(
      /2020,Withdrawals in progress,1200,Paid out at the bank,12\.00,USD,withdrawal-paid,withdrawal:/,
    );
    expect(journal.text).not.toMatch(/user:/);
    const trial = (await get(`${page}.csv?of=trial`, people.operator)).text.trim().split("\r\n").slice(1);
    const sum = trial.reduce((total, line) => total + Math.round(Number(line.split(",").at(-2)) * 100), 0);
    expect(sum).toBe(0);
  });

  it("show a row that is altered, and an account's total that is", async () => {
    await askedFor(700);
    const WRONG = "an account differs from its rows";
    const [last] = await db.all<{ seq: number }>(
      sql`SELECT seq FROM transfers WHERE reason = 'withdrawal-hold' ORDER BY seq DESC LIMIT 1`,
    );
    const amount = (change: number) =>
      withoutRule(
        db,
        "transfers_fixed",
        sql`UPDATE transfers SET amount = amount + ${change} WHERE seq = ${last?.seq}`,
      );
    const isOff = async () => {
      const off = await read();
      expect(off).toContain(WRONG);
      expect(off).not.toContain("The trial balance adds up to zero");
    };
    await amount(5);
    await isOff();
    await amount(-5);
    expect(await read()).toContain("The trial balance adds up to zero");
    // Totals only grow: this one stays wrong.
    await db.run(sql`UPDATE accounts SET credits_total = credits_total + 5 WHERE id = 'house:withdrawals'`);
    await isOff();
  });

  it("have a journal whose next page goes on within one moment: each row once, in the order of the ledger", async () => {
    const [open, atMs] = [monthOf("2027-01"), Date.UTC(2027, 0, 5)];
    if (!open) throw new Error("there is no such month");
    // Later rows have names that come first.
    await db.run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${2 * EXPORT_ROWS + 1})
      INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      SELECT 'row-' || (90000 - i), 'house:promotions', 'house:bank', 1, currency, reason, refers_to, ${atMs} FROM n,
        (SELECT currency, reason, refers_to FROM transfers WHERE currency = 'USD' LIMIT 1)`);
    const journal = journalOf(db, open);
    const ids: unknown[] = [];
    let after: string | null = null;
    do {
      const page: ExportPage = await runWork(db, journal.page(after));
      ids.push(...page.rows.map((row) => row(true).at(-1)));
      after = page.next;
    } while (after !== null);
    expect(ids).toEqual(Array.from({ length: 2 * EXPORT_ROWS + 1 }, (_, nth) => `row-${89_999 - nth}`));
  });

  it("are none for a month that is none, and readers look at them", async () => {
    expect((await get("/operator/books/2026-13", people.operator)).status).toBe(404);
    expect((await get("/operator/books/2026-13.csv", people.operator)).status).toBe(404);
    expect((await get(page, people.reader)).status).toBe(200);
  });
});
