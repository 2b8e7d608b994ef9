// Papers as a visitor downloads them from the running Workers: the statement read by pdftotext against the CSV, row by row; a
// receipt; everything as a ZIP, unpacked.
import { unzipSync } from "fflate";
import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { type CalendarDate, formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { statementCsv, statementWords as words } from "~/content/statement-texts";
import type { HttpJourney } from "./support/http-journey";
import { pdfLines } from "./support/pdf-text";
import { demoLogins, signInByEmail } from "./support/sign-in";

type CsvRow = Record<(typeof statementCsv.columns)[number], string>;

const ALL = `2020-01-01--${new Date().toISOString().slice(0, 10)}`;
const { sections } = statementCsv;
let investor: HttpJourney;
beforeAll(async () => {
  investor = await signInByEmail(demoLogins.investor);
});

async function fetchFile(path: string, who = investor, init: RequestInit = {}) {
  const answer = await who.fetch(path, init);
  expect(answer.status, path).toBe(200);
  return { type: answer.headers.get("Content-Type"), bytes: new Uint8Array(await answer.arrayBuffer()) };
}
const linesOf = async (path: string, who = investor) => pdfLines((await fetchFile(path, who)).bytes);

async function csvOf(name: string, who = investor) {
  const text = new TextDecoder().decode((await fetchFile(`/statements/${name}.csv`, who)).bytes);
  return Papa.parse<CsvRow>(text.replace(/^\uFEFF/, ""), { header: true, skipEmptyLines: true }).data;
}

const usd = (amount: string) => formatUsd(Math.round(Number(amount) * 100));
const isStanding = ({ what }: CsvRow) => what.includes(": ");
const cents = (rows: readonly CsvRow[]) =>
  rows.reduce((sum, { amount_usd }) => sum + Math.round(Number(amount_usd) * 100), 0);

/** From a title to the next one. */
function partOf(lines: readonly string[], title: string, next: string): string[] {
  const from = lines.indexOf(title);
  const to = lines.indexOf(next, from);
  expect([title, from >= 0, to > from]).toEqual([title, true, true]);
  return lines.slice(from + 1, to);
}

/** Each row of the file is the next line of the paper that begins and ends so, and names the cask and the stake there or below. */
function expectRows(part: readonly string[], rows: readonly CsvRow[], begins: (row: CsvRow) => string) {
  let at = 0;
  for (const row of rows) {
    const found = part.findIndex(
      (line, index) => index >= at && line.startsWith(begins(row)) && line.endsWith(usd(row.amount_usd)),
    );
    expect(found, `${begins(row)} ... ${usd(row.amount_usd)} in ${part.join(" / ")}`).toBeGreaterThanOrEqual(0);
    const below = part.slice(found, found + 4).join(" ");
    for (const word of `${row.cask} ${row.stake}`.split(" ")) expect(below).toContain(word);
    at = found + 1;
  }
}

describe("a statement, read by pdftotext", () => {
  it("says row by row what the CSV says, and before and what changed make after", async () => {
    const [lines, csv] = [await linesOf(`/statements/${ALL}.pdf`), await csvOf(ALL)];
    const of = (section: string) => csv.filter((row) => row.section === section);
    const moved = (section: string) => of(section).filter((row) => !isStanding(row));
    const { moves, standing, cash, paid, fees, returns } = words;
    const dated = ({ date, what }: CsvRow) => `${formatDate(date as CalendarDate)} ${what}`;
    expect(moved(sections.property).length).toBeGreaterThan(5);
    expectRows(partOf(lines, moves.title, standing.title), moved(sections.property), dated);
    expect(moved(sections.cash).some(({ amount_usd }) => amount_usd.startsWith("-"))).toBe(true);
    expectRows(partOf(lines, cash.title, paid.title), moved(sections.cash), dated);
    expectRows(partOf(lines, paid.title, fees.title), of(sections.paid), dated);
    expectRows(partOf(lines, fees.title, returns.title), of(sections.fees), dated);
    const property = partOf(lines, words.property.title(formatDate(ALL.slice(12) as CalendarDate)), moves.title);
    for (const { date, cask, amount_usd, value_usd, tier, valued_on } of of(sections.holdings)) {
      const [first = ""] = cask.split(" ");
      const value = value_usd === "" ? words.notValued : `${usd(value_usd)} ${formatDate(valued_on as CalendarDate)},`;
      const row = `${formatDate(date as CalendarDate)} ${usd(amount_usd)} ${value}`;
      const at = property.findIndex((line) => line.startsWith(first) && line.includes(row));
      expect(at, `${cask} ${row} in ${property.join(" / ")}`).toBeGreaterThanOrEqual(0);
      expect(property.slice(at, at + 3).join(" ")).toContain(tier);
    }
    for (const [section, title, next] of [
      [sections.property, moves.title, standing.title],
      [sections.cash, cash.title, paid.title],
    ] as const) {
      const stands = of(section).filter(isStanding);
      const before = cents(stands.filter(({ what }) => what.includes(": Before")));
      const after = cents(stands.filter(({ what }) => what.includes(": At the end")));
      expect(before + cents(moved(section))).toBe(after);
      const part = partOf(lines, title, next);
      expect(part.find((line) => line.startsWith("Before "))?.endsWith(formatUsd(before))).toBe(true);
      expect(part.find((line) => line.startsWith("At the end of "))?.endsWith(formatUsd(after))).toBe(true);
    }
  });
});

describe("other papers", () => {
  it("everything about me is a ZIP whose every file is there, whole and what its name says", async () => {
    const origin = investor.at.url.origin;
    const { type, bytes } = await fetchFile("/my-data/archive", investor, {
      method: "POST",
      headers: { Origin: origin },
    });
    expect(type).toBe("application/zip");
    const files = unzipSync(bytes);
    const text = (name: string) => new TextDecoder().decode(files[name]);
    const everything = JSON.parse(text("everything.json")) as Record<string, unknown[]>;
    const tables = Object.entries(everything).filter(([, rows]) => Array.isArray(rows) && rows.length > 0);
    expect(tables.length).toBeGreaterThan(5);
    for (const [name, rows] of tables) {
      const parsed = Papa.parse(text(`tables/${name}.csv`).replace(/^\uFEFF/, ""), {
        header: true,
        skipEmptyLines: true,
      });
      expect(parsed.data.length, name).toBe(rows.length);
    }
    const papers = Object.keys(files).filter((name) => name.endsWith(".pdf"));
    expect(papers.length).toBeGreaterThan(0);
    for (const name of papers)
      expect((await pdfLines(files[name] ?? new Uint8Array())).length, name).toBeGreaterThan(5);
  });
});
