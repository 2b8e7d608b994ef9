import { sql } from "drizzle-orm";
import Papa from "papaparse";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { settingTexts } from "~/content/console-texts";
import { CONSOLE_SECTIONS } from "~/content/console-sections";
import { EXPORTED_LISTS } from "~/areas/console/list-export";
import { SETTING_KEYS } from "~/db/schema/names";
import { csvLines } from "~/server/csv-answer";
import { createTestContext } from "../../support/context";
import { type Person, signIn } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { wordsIn } from "../../support/serve-page";

// The console's lists as files for a spreadsheet.

const app = openApp();
const { db } = createTestContext();
let operator: Person;

beforeAll(async () => {
  operator = await signIn(createTestContext(), { operator: true });
});
beforeEach(async () => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  await db.run(sql`DELETE FROM leads`);
});
afterEach(() => vi.restoreAllMocks());

const download = (path: string) => app.ask(path, { headers: { Cookie: operator.cookie } });
const parsed = (text: string) => Papa.parse<string[]>(text, { skipEmptyLines: true });

async function leave(emails: string[]) {
  const rows = JSON.stringify(emails);
  await db.run(sql`INSERT INTO leads (id, email, created_at_ms)
    SELECT 'lead_' || printf('%05d', key), value, 1000 + key FROM json_each(${rows})`);
}

describe("a list as CSV", () => {
  it("is empty except for its head where the list is", async () => {
    expect((await download("/operator/leads.csv")).text).toBe("at,email,phone\r\n");
  });

  it.each(["=1+1", "+1", "-1+1", "@sum(a1)", " =1", "\t=1", "＝1", "=1\n2", "\r=1", ";1", " ;x", "\u200b=1"])(
    "gives a spreadsheet no formula: %j",
    async (cell) => {
      await leave([cell]);
      const { text } = await download("/operator/leads.csv");
      expect(parsed(text).data[1]?.[1]).toBe(`'${cell}`);
    },
  );

  // Where a semicolon divides cells, what follows one begins a cell.
  it.each([
    ["a;=1+1", "a;'=1+1"],
    ["a; @sum(a1);b;\t-1+1", "a;' @sum(a1);b;'\t-1+1"],
    [";=1", "';'=1"],
    ["a;b", "a;b"],
    ["-12.50", "-12.50"],
  ])("nor within a cell: %j", async (cell, guarded) => {
    expect(Papa.parse<string[]>(csvLines([[cell]]).trimEnd(), { delimiter: "," }).data).toEqual([[guarded]]);
    expect(csvLines([["x", -12.5, null, cell]])).toContain(`x,-12.5,,`);
  });

  it("keeps commas, quotes and other scripts as they are", async () => {
    const cell = 'rao, "asha" செல்வி\nsecond line';
    await leave([cell]);
    expect(parsed((await download("/operator/leads.csv")).text).data[1]?.[1]).toBe(cell);
  });

  it("shows a reader of addresses what the page shows, and no more", async () => {
    await leave(["somebody@example.com"]);
    await db.run(sql`INSERT INTO leads (id, phone, created_at_ms) VALUES ('lead_phone', '919999912345', 1)`);
    const reader = await signIn(createTestContext(), { reader: true });
    for (const path of ["/operator/leads", "/operator/leads.csv"]) {
      const { status, text } = await app.ask(path, { headers: { Cookie: reader.cookie } });
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toContain("somebody@example.com");
      expect(text).not.toContain("919999912345");
      expect(text).toContain("2345");
      const whole = await download(path);
      expect(whole.text).toContain("somebody@example.com");
    }
  });

  it("stands in the log: who took it, when and which list", async () => {
    const reader = await signIn(createTestContext(), { reader: true });
    await app.ask("/operator/leads.csv", { headers: { Cookie: reader.cookie } });
    await download("/operator/payments.csv?state=settled&state=x");
    await download("/operator/log.csv?of=thing:none");
    const entries = await db.all(sql`SELECT actor, action, subject, detail FROM audit_log
      WHERE action LIKE 'list-%' AND actor IN (${`reader:${reader.userId}`}, ${`operator:${operator.userId}`}) ORDER BY rowid`);
    const taken = (actor: string, list: string) => ({
      ...{ actor, action: "list-taken", subject: `list:${list}`, detail: null },
    });
    expect(entries.slice(-3)).toEqual([
      taken(`reader:${reader.userId}`, "leads"),
      taken(`operator:${operator.userId}`, "payments"),
      taken(`operator:${operator.userId}`, "log"),
    ]);
  });

  it("has every setting as it counts, money in dollars", async () => {
    const { text } = await download("/operator/settings.csv");
    expect(parsed(text).data[1]?.slice(0, 3)).toEqual(["Joining fee", "Joining fee", "10.00"]);
    expect(parsed(text).data).toHaveLength(SETTING_KEYS.length + 1);
    for (const key of SETTING_KEYS) expect(text).not.toContain(key);
  });

  it("has the settings in the groups of their page, which says when the public pages follow, and names none by its key", async () => {
    const words = wordsIn((await download("/operator/settings")).text);
    const names = settingTexts.groups.flatMap(({ title, labels }) => [title, ...Object.values(labels)]);
    const places = names.map((name) => [name, words.indexOf(name)] as const);
    expect(places.filter(([, at]) => at < 0)).toEqual([]);
    expect(words).toMatch(/within 60 seconds\..*Joining fee \(dollars\).*Payouts and limits.*Identity checks.*Resale/);
    expect(Object.keys(settingTexts.labels).sort()).toEqual([...SETTING_KEYS].sort());
    for (const key of SETTING_KEYS) expect(words).not.toContain(key);
  });

  it("is there for every list of the console, with its own columns", async () => {
    const heads = await Promise.all(
      EXPORTED_LISTS.map(async (list) => {
        const { status, text } = await download(`/operator/${list}.csv`);
        return [list, status, parsed(text).data[0]?.length ?? 0] as const;
      }),
    );
    for (const [list, status, columns] of heads) expect([list, status, columns > 2]).toEqual([list, 200, true]);
    // The books have files of their own, a month each.
    const without = ["overview", "books"];
    const lists = CONSOLE_SECTIONS.filter((one) => !without.includes(one));
    expect([...EXPORTED_LISTS].sort()).toEqual([...lists].sort());
  });
});
