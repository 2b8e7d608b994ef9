import { bookPaper } from "~/areas/console/books/book-paper";
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { type CloseAsked, closeMonth } from "~/areas/console/books/close-month";
import { monthOf } from "~/areas/console/books/month";
import { journalOf } from "~/areas/console/books/journal";
import { type Books, readBooks } from "~/areas/console/books/read-books";
import { EXPORT_ROWS, type ExportPage } from "~/core/lists/export-cells";
import { bookTexts } from "~/content/book-texts";
import { runWork } from "~/db/work";
import { asOperator } from "../../support/as-operator";
import { expectInvariants } from "../../support/invariants";
import { openPayouts } from "../../support/payouts";
import { type Person, signInAs } from "../../support/people";
import { withoutRule } from "../../support/settings";

// The books of a month: they add up, two operators close them, and what is altered afterwards is seen.

// In the middle of a month, so that what was asked for days ago is in it.
vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 20, 12) });
const { context, db, people, get, askedFor, runWith, mark, trips } = openPayouts();

const month = new Date(context.nowMs()).toISOString().slice(0, 7);
const page = `/operator/books/${month}`;
const read = async () => (await get(page, people.operator)).text;
/** On the second day of the month after. */
const later = () => (monthOf(month)?.untilMs ?? 0) + 86_400_000;
async function booksLater() {
  const found = await runWork(db, readBooks(db, monthOf(month), later()));
  if (!found) throw new Error("there is no such month");
  return found.books;
}
async function close(by: Person, asked: CloseAsked) {
  // With a code of that day.
  await signInAs({ ...context, nowMs: later }, by.userId);
  return asOperator({ db, nowMs: later }, by.userId, (operator) =>
    closeMonth(db, { month: monthOf(month), asked, proposalId: context.newId("chg"), operator }),
  );
}

describe("the books of a month", () => {
  it("add up to nothing, in one round trip, and the journal has each row once", async () => {
    const { asked, runId } = await runWith(1_200, 3_400);
    await mark(runId, people.operator, { [asked[0]?.id ?? ""]: "UTR-1", [asked[1]?.id ?? ""]: "UTR-2" });
    expect(await trips(get(page, people.operator))).toBe(1);
    const text = await read();
    expect(text).toContain("The trial balance adds up to zero");
    expect(text).toContain("Withdrawal paid");
    expect(text).toContain("It can be closed from the second day of the next month.");
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

  it("show a row that is left out or doubled", async () => {
    await askedFor(700);
    const [last] = await db.all<{ seq: number }>(
      sql`SELECT seq FROM transfers WHERE reason = 'withdrawal-hold' ORDER BY seq DESC LIMIT 1`,
    );
    const amount = (change: number) =>
      withoutRule(
        db,
        "transfers_fixed",
        sql`UPDATE transfers SET amount = amount + ${change} WHERE seq = ${last?.seq}`,
      );
    await amount(5);
    const off = await read();
    expect(off).toContain("The trial balance is off by");
    expect(off).not.toContain("The trial balance adds up to zero");
    const noteOf = (books: Books) => bookPaper(books, null, context.nowMs()).sections[0]?.notes?.[0];
    expect(noteOf(await booksLater())).toBe(bookTexts.paper.off);
    await amount(-5);
    expect(await read()).toContain("The trial balance adds up to zero");
    const books = await booksLater();
    expect(noteOf(books)).toBe(bookTexts.right);
    const [altered, ...others] = books.balances;
    if (!altered) throw new Error("there are no accounts");
    expect(noteOf({ ...books, balances: [...others, { ...altered, differs: 1 }] })).toBe(bookTexts.paper.off);
  });

  it("are closed by two operators once the bank has answered; then the ledger takes no row of that month", async () => {
    const { asked, runId } = await runWith(900);
    expect((await booksLater()).ready).toBe("open-run");
    const right = async () => (await booksLater()).figures;
    expect(await close(people.operator, { intent: "propose", figures: await right() })).toMatchObject({ ok: false });
    await mark(runId, people.operator, { [asked[0]?.id ?? ""]: "UTR-3" });
    expect((await booksLater()).ready).toBe("ready");
    const figures = await right();
    expect(figures).toMatch(/^\d+ rows, \d+ cents$/);
    expect(await close(people.operator, { intent: "propose", figures: "1 rows, 1 cents" })).toMatchObject({
      ok: false,
    });
    expect(await close(people.operator, { intent: "propose", figures })).toEqual({ ok: true, waits: true });
    expect((await get("/operator", people.second)).text).toContain(`Close the books of ${month}`);
    expect((await get(page, people.second)).text).toContain(`Confirm: closed with ${figures}`);
    const refused = { ok: false, code: "own-proposal" };
    expect(await close(people.operator, { intent: "confirm", figures })).toEqual(refused);
    expect(await close(people.second, { intent: "confirm", figures })).toEqual({ ok: true });
    expect(await close(people.second, { intent: "confirm", figures })).toEqual({ ok: true });
    expect(await read()).toContain("closed on");
    expect((await get("/operator/books", people.operator)).text).toContain("closed on");
    const paper = async (atMs: number) => bookPaper(await booksLater(), null, atMs);
    expect(await paper(later() + 400 * 86_400_000), "as a file, the same each time").toEqual(await paper(later()));
    expect((await paper(later())).sections[0]?.table?.sum?.at(-1)).toBe("$0.00");
    const late =
      db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      SELECT 'late', debit_account_id, credit_account_id, 1, currency, reason, refers_to, created_at_ms FROM transfers LIMIT 1`);
    await expect(late).rejects.toThrow();
    // What is altered in a closed month is seen, though both sides of it fit.
    await withoutRule(
      db,
      "transfers_fixed",
      sql`UPDATE transfers SET created_at_ms = ${later()} WHERE reason = 'withdrawal-paid'`,
    );
    const altered = await read();
    expect(altered).toContain("An account differs from what was kept when a month was closed");
    expect(altered).not.toContain("The trial balance adds up to zero");
    await expectInvariants(db);
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
    for (const kind of ["csv", "pdf"])
      expect((await get(`/operator/books/2026-13.${kind}`, people.operator)).status).toBe(404);
    expect((await get(page, people.reader)).status).toBe(200);
  });
});
