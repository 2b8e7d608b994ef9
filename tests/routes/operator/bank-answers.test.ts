import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { bankForm, type Booked, csvFile } from "../../support/bank-files";
import { expectInvariants } from "../../support/invariants";
import { openPayouts } from "./support/payouts";
import type { Person } from "../../support/people";
import { setSetting } from "../../support/settings";

// The bank's answer: what it says is found by reference and amount, marked in one step, and the rest waits in Trouble. How a file is read
// is in tests/areas/payouts/bank-answers.

const { db, people, get, post, send, stateOf, runWith, callBack, fileOf, decide } = openPayouts();

const handIn = async (content: string, as: Person = people.operator, columns?: Record<string, number>) => {
  const answered = await send("/operator/bank-answers", as, bankForm(content, columns));
  return { ...answered, page: answered.location ?? "" };
};
const mark = (path: string, as: Person) => post(path, as, { intent: "mark" });
const lettersOf = async () =>
  (
    await db.all<{ error: string }>(sql`SELECT error FROM dead_letters
      WHERE origin = 'bank' AND resolved_at_ms IS NULL ORDER BY id`)
  ).map(({ error }) => error);
const runNumber = async (runId: string) =>
  (await db.all<{ number: number }>(sql`SELECT number FROM payout_runs WHERE id = ${runId}`))[0]?.number ?? 0;
/** The rows of a run as its file has them. */
const rowsOf = async (runId: string): Promise<Booked[]> =>
  (await fileOf(runId, people.operator)).text
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","))
    .map((cells) => ({ reference: cells.at(-1) ?? "", cents: Math.round(Number(cells.at(-2)) * 100) }));
const dropAll = async () => {
  await db.run(sql`UPDATE dead_letters SET resolved_at_ms = 1 WHERE origin = 'bank' AND resolved_at_ms IS NULL`);
};

describe("a bank's answer", () => {
  it("counts once, however often it is handed in and marked", async () => {
    const { asked, runId } = await runWith(700);
    const rows = await rowsOf(runId);
    const [one] = await Promise.all([handIn(csvFile(rows)), handIn(csvFile(rows), people.second)]);
    expect((await handIn(csvFile(rows), people.second)).location).toBe(one.location);
    const { page } = one;
    await Promise.all([mark(page, people.operator), mark(page, people.second)]);
    await mark(page, people.operator);
    expect(await stateOf(asked[0]?.id ?? "")).toBe("paid");
    // The next statement has it again under the same reference: known, and not listed in Trouble.
    const again = await handIn(`${csvFile(rows)}\r\n`);
    expect((await get(again.page, people.operator)).text).toContain("We had recorded it under this reference");
    expect(await lettersOf()).toEqual([]);
    const paid = await db.all(sql`SELECT id FROM transfers
      WHERE refers_to = ${`withdrawal:${asked[0]?.id}`} AND reason = 'withdrawal-paid'`);
    expect(paid).toHaveLength(1);
    await expectInvariants(db);
  });

  it("leaves with the bank what it does not name, and finds what is doubled, altered or not ours", async () => {
    const { asked, runId } = await runWith(810, 820, 830, 840);
    const [first, second, third, fourth] = await rowsOf(runId);
    if (!first || !second || !third || !fourth) throw new Error("there are four rows");
    const { page } = await handIn(
      csvFile([
        { ...fourth, currency: "EUR " },
        first,
        { ...first, bank: "UTR-AGAIN" },
        { ...second, cents: second.cents + 1 },
        { ...third, kind: "return" },
        third,
        { reference: "manual", cents: 840 },
        { reference: "DUN99999R1", cents: 1 },
        { reference: `DUN${await runNumber(runId)}R99`, cents: 1 },
      ]),
    );
    expect(await lettersOf()).toEqual([
      "currency",
      "twice",
      "amount-differs",
      "returned",
      "returned",
      "no-reference",
      "no-such-row",
      "no-such-row",
    ]);
    const trouble = (await get("/operator/trouble", people.operator)).text;
    expect(trouble).toContain(`href="/operator/withdrawals/${asked[2]?.id}"`);
    await mark(page, people.second);
    const states = await Promise.all(asked.map(({ id }) => stateOf(id)));
    expect(states).toEqual(["paid", "sending", "sending", "sending"]);
    await dropAll();
  });

  it("knows the same payment told twice before it is marked, and what another file says came back", async () => {
    const { asked, runId } = await runWith(710, 720);
    const [first, second] = await rowsOf(runId);
    if (!first || !second) throw new Error("there are two rows");
    const one = await handIn(csvFile([first, second]));
    const again = await handIn(csvFile([first]).replaceAll("\r\n", "\n"));
    expect((await get(again.page, people.operator)).text).toContain("We had recorded it under this reference");
    expect(await lettersOf()).toEqual([]);
    await handIn(csvFile([{ ...second, kind: "return", bank: "RET2" }]));
    await mark(one.page, people.second);
    expect(await Promise.all(asked.map(({ id }) => stateOf(id)))).toEqual(["paid", "sending"]);
    await handIn(csvFile([{ ...second, bank: "UTR-LATER" }]));
    expect(await lettersOf()).toEqual(["returned", "twice"]);
    await dropAll();
    await decide(asked[1]?.id ?? "", people.operator, { intent: "reject", reason: "It came back." });
  });

  it("pays nothing of a run that was called back, nor what was proposed by itself since", async () => {
    const { asked, runId } = await runWith(920);
    const rows = await rowsOf(runId);
    const { page } = await handIn(csvFile(rows));
    expect(await lettersOf()).toEqual([]);
    await callBack(runId, people.second, "The bank was closed.");
    await handIn(csvFile([...rows, { reference: "rent", cents: 1 }]));
    expect(await lettersOf()).toEqual(["not-with-bank", "no-reference"]);
    const id = asked[0]?.id ?? "";
    await decide(id, people.operator, { intent: "propose", bank_reference: "UTR-ALONE" });
    expect((await get(page, people.second)).text).toContain("There is nothing to mark.");
    await mark(page, people.second);
    expect(await stateOf(id)).toBe("sending");
    await decide(id, people.operator, { intent: "reject", reason: "Left over." });
    await dropAll();
  });

  it("above the limit is marked by another operator than the one who uploaded it, and of exactly the limit by either", async () => {
    const { asked, runId } = await runWith(60_000, 70_000);
    const { page } = await handIn(csvFile(await rowsOf(runId)));
    await setSetting(db, "second_operator_above_cents", 129_999);
    const own = await get(page, people.operator);
    expect(own.text).toContain("someone other than the operator who uploaded the file has to mark it");
    expect((await mark(page, people.operator)).status).toBe(409);
    expect(await stateOf(asked[0]?.id ?? "")).toBe("sending");
    expect((await get(page, people.reader)).text).not.toContain(people.operator.email);
    await setSetting(db, "second_operator_above_cents", 130_000);
    expect((await mark(page, people.operator)).status).toBe(303);
    expect(await Promise.all(asked.map(({ id }) => stateOf(id)))).toEqual(["paid", "paid"]);
    await setSetting(db, "second_operator_above_cents", 129_999);
    const next = await runWith(60_000, 70_000);
    expect((await mark((await handIn(csvFile(await rowsOf(next.runId)))).page, people.second)).status).toBe(303);
    await setSetting(db, "second_operator_above_cents", 1_000_000);
  });

  it("says in words why a file is not taken", async () => {
    const { status, text } = await handIn("reference,amount\r\nDUN1R1,1,234.00");
    expect([status, text.includes("needs quotation marks. Row 2")]).toEqual([400, true]);
  });

  it("asks once which column has what, shows the first rows, and remembers it for every file with these columns", async () => {
    const { asked, runId } = await runWith(930);
    const [row] = await rowsOf(runId);
    const file = (more = "") =>
      `Konto,00123\r\n\r\nBuchung,Zweck,Betrag\r\n25.11.2026,${row?.reference} José,9.30\r\n${more}`;
    const first = await handIn(file(), people.operator, {});
    expect([first.status, first.text.includes("Which column has what?")]).toEqual([200, true]);
    for (const shown of ["Zweck", `${row?.reference} José`, "25.11.2026"]) expect(first.text).toContain(shown);
    const wrong = await handIn(file(), people.operator, { reference: 1 });
    expect([wrong.status, wrong.text.includes("Choose the column of amounts")]).toEqual([400, true]);
    const sent = new FormData();
    sent.set("text", /name="text" value="([^"]*)"/.exec(first.text)?.[1] ?? "");
    for (const [role, at] of Object.entries({ reference: 1, amount: 2, bookedOn: 0 }))
      sent.set(`column_${role}`, `${at}`);
    const named = await send("/operator/bank-answers", people.operator, sent);
    expect(named.status).toBe(303);
    // The same file, dropped again, is the same report; another one with these columns is read without asking.
    expect((await handIn(file(), people.second, {})).page).toBe(named.location);
    expect((await handIn(file("26.11.2026,RENT,9.00\r\n"), people.second, {})).status).toBe(303);
    const again = bankForm(file(), {});
    again.set("again", "on");
    expect((await send("/operator/bank-answers", people.operator, again)).text).toContain("Which column has what?");
    await mark(named.location ?? "", people.second);
    expect(await stateOf(asked[0]?.id ?? "")).toBe("paid");
    await dropAll();
  });
});
