// A statement as it is asked for: the PDF is read row by row by another library than the one that made it, the CSV cell by cell.
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, dateOf, formatDate } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { creditWallet, giveRipeStake, giveStake } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { openExits, soldToday } from "../../support/exits";
import "~/areas/holdings/papers/render-paper";
import { createTestContext } from "../../support/context";
import { readPdfRows } from "../../support/read-pdf-rows";
import { openApp } from "../../support/serve-app";
import { lastQuote, readGhostfolio, readPerformance } from "../../support/tracker-files";
import { planReturn, requestReturn } from "../../support/withdrawals";

const app = openApp();
const context = createTestContext();

const today = dateOf(context.nowMs());
const all = `2020-01-01--${today}`;
let person: Person;
let ripe: Awaited<ReturnType<typeof giveRipeStake>>;

const ask = (path: string, who: Person | null = person) =>
  app.ask(path, { headers: who ? { Cookie: who.cookie } : {} });

async function fetchBytes(path: string, who: Person): Promise<{ status: number; headers: Headers; bytes: Uint8Array }> {
  const response = await app.raw(path, { headers: { Cookie: who.cookie } });
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}
const rowsOf = async (path: string, who = person) => readPdfRows((await fetchBytes(path, who)).bytes);

beforeAll(async () => {
  person = await signIn(context);
  await context.db.run(sql`UPDATE users SET full_name = 'Asha Rao', name_on_certificate = 'Asha Rao'
    WHERE id = ${person.userId}`);
  ripe = await giveRipeStake(context, person, await putCask(context, { name: "Loch Ardel Hogshead", totalStakes: 60 }));
  await giveStake(context, person, await putCask(context, { name: "=HYPERLINK(1)", totalStakes: 7 }));
  const sold = await putCask(context, { name: "Sold Butt", totalStakes: 10 });
  await giveStake(context, person, sold);
  const exits = await openExits(context);
  await exits.credit(await exits.confirmed(sold, soldToday(context, { grossCents: 812_345, feesCents: 12_345 })));
  await creditWallet(context, person, 1_234);
  const plan = await planReturn(context, person.userId);
  if (!plan) throw new Error("nothing to withdraw");
  await requestReturn(context, { userId: person.userId, plan });
});

describe("a statement as PDF", () => {
  it("says row by row what there was, what moved and what there is", async () => {
    const answer = await fetchBytes(`/statements/${all}.pdf`, person);
    expect([answer.status, answer.headers.get("Content-Type"), answer.headers.get("Cache-Control")]).toEqual([
      200,
      "application/pdf",
      "private, no-store",
    ]);
    const rows = await readPdfRows(answer.bytes);
    const bought = formatDate(dateOf(ripe.purchasedAtMs));
    const now = formatDate(today);
    for (const row of [
      "Statement",
      `1 Jan 2020 to ${now}`,
      "Held by | Asha Rao",
      `Made on | ${now}`,
      `| 31 Dec 2019 | ${now}`.slice(2),
      "Property: stakes, at what they cost | $0.00 | $1,000.00",
      // 604.00 less the return of 104.00 that is asked for, and what is not valued at its cost.
      "Property: stakes, at what they are worth | $1,000.00",
      // The sale of 800.00 for the stake, 12.34, and the return that is set aside.
      "Cash at risk: what we owe you | $0.00 | $916.34",
      `Property on ${now}`,
      `Loch Ardel Hogshead | ${bought} | $500.00 | $604.00 | ${formatDate(addMonths(dateOf(ripe.purchasedAtMs), 24))}, | $0.00`,
      "Stake 1 of 60 | measured",
      `=HYPERLINK(1) | ${now} | $500.00 | Not valued yet`,
      "Total | $1,000.00",
      `${now} | Cask sold | Sold Butt | −$500.00`,
      `At the end of ${now} | $1,000.00`,
      "In your wallet | $0.00 | $812.34",
      "Set aside for withdrawals not yet decided | $0.00 | $104.00",
      "Pending referral rewards | $0.00 | $0.00",
      `${now} | Promotion, a gift from us | $12.34`,
      `${now} | 24-month return, from our own money | Loch Ardel Hogshead | $104.00`,
      `At the end of ${now} | $916.34`,
      `${now} | Sold Butt | Card | $500.00`,
      `${now} | Cost of selling the whole cask | Sold Butt | $123.45`,
      "24-month returns credited, less any reversed | $104.00",
      "Casks and stakes sold or bought back: above or below what the stakes cost | $300.00",
      "Promotions | $12.34",
    ])
      expect(rows).toContain(row);
    const text = rows.join(" ");
    expect(text).toContain("not a deposit");
    expect(text).toContain("no deposit guarantee covers it");
    expect(text).toContain("It is not tax advice");
  });

  it("of a time before everything has no section without a row", async () => {
    const rows = await rowsOf("/statements/2020-01-01--2020-12-31.pdf");
    expect(rows.filter((row) => /^(Property on|Property: what changed|Cash: what|Paid by|Fees)/.test(row))).toEqual([]);
    expect(rows).toContain("Cash at risk: what we owe you | $0.00 | $0.00");
    expect(rows.filter((row) => row.includes("Loch Ardel"))).toEqual([]);
  });
});

describe("the files for portfolio trackers", () => {
  it("tell the whole history, and only of the holder's own casks", async () => {
    const answer = await ask("/statements/ghostfolio.json");
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="dunnage-ghostfolio.json"');
    expect(readGhostfolio(answer.text)).toMatchObject({ bought: 150_000, sold: 80_000, returns: 10_400, fees: 0 });
    const { text } = await ask("/statements");
    const [, quotes = ""] =
      /href="(\/statements\/prices-[^"]+)"/.exec(text.slice(text.indexOf("Loch Ardel") - 300)) ?? [];
    expect(lastQuote((await ask(quotes)).text, "point")).toBe(60_400);
    expect((await ask(quotes, await signIn(context))).status).toBe(404);
  });

  it("have decimal commas and semicolons once that was chosen, as other CSV files then have", async () => {
    const chosen = await ask("/statements?csv=comma");
    expect(chosen.text).toContain('aria-current="true"');
    const cookie = /csv-style=[^;]+/.exec(chosen.headers.get("Set-Cookie") ?? "")?.[0] ?? "";
    const again = { ...person, cookie: `${person.cookie}; ${cookie}` };
    const { text } = await ask("/statements/portfolio-performance.csv", again);
    expect(readPerformance(text, "comma")).toMatchObject({ bought: 150_000, sold: 80_000, returns: 10_400 });
    expect((await ask(`/statements/${all}.csv`, again)).text).toContain(";500,00;");
  });
});

it("a statement as CSV has no cell that a spreadsheet would run", async () => {
  const answer = await ask(`/statements/${all}.csv`);
  expect(answer.headers.get("Content-Disposition")).toBe(`attachment; filename="dunnage-statement-${all}.csv"`);
  expect(answer.text).toContain(",'=HYPERLINK(1),");
});

describe("the page of statements", () => {
  it("offers the Indian years first, and every tax year since the first purchase", async () => {
    const page = (await ask("/statements")).text;
    const year = Number(today.slice(0, 4));
    const firstFile = /href="(\/statements\/[^"]+)"/.exec(page)?.[1];
    expect(firstFile).toMatch(/^\/statements\/\d{4}-04-01--/);
    expect(page).toContain(`/statements/${year - 1}-01-01--${year - 1}-12-31.pdf`);
    expect(page).toContain(`/statements/${year - 1}-04-01--`);
    expect(page).toContain(`/statements/${year - 1}-04-06--`);
    expect(page).not.toContain("<script src");
  });

  it("leads to the file of any other period, and keeps what was typed if it cannot be one", async () => {
    const to = async (query: string) => {
      const { status, location, text } = await ask(`/statements?${query}`);
      return { status, location, text };
    };
    expect(await to("from=2025-02-03&to=2025-02-04&as=csv")).toMatchObject({
      status: 302,
      location: "/statements/2025-02-03--2025-02-04.csv",
    });
    for (const wrong of ["from=2025-02-04&to=2025-02-03", `from=2025-02-04&to=${addDays(today, 1)}`, "from=x&to=y"]) {
      const { status, text } = await to(`${wrong}&as=pdf`);
      expect(status).toBe(400);
      expect(text).toContain("Choose a first day, and a last day after it");
    }
    expect((await to("from=2025-02-04&to=2025-02-03&as=pdf")).text).toContain('value="2025-02-04"');
  });
});

it("a statement is about the user who asks, and a period that exists", async () => {
  const stranger = await signIn(context);
  expect((await rowsOf(`/statements/${all}.pdf`, stranger)).join()).not.toContain("Loch Ardel");
  expect((await ask(`/statements/${all}.pdf`, null)).location).toBe("/");
  for (const name of ["x.pdf", `${all}.txt`, all, "2025-01-01--2024-01-01.pdf", `2020-01-01--${addDays(today, 1)}.pdf`])
    expect((await ask(`/statements/${name}`)).status, name).toBe(404);
});
