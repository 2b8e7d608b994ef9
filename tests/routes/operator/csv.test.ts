import { sql } from "drizzle-orm";
import Papa from "papaparse";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { CONSOLE_SECTIONS } from "~/content/console-sections";
import { EXPORTED_LISTS } from "~/features/console/list-export";
import { createTestContext } from "../../support/context";
import { type Person, signIn } from "../../support/people";
import { openApp } from "../../support/serve-app";

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
  it("is a file with every row once, however many pages it takes", async () => {
    const emails = Array.from({ length: 1_101 }, (_, nth) => `lead-${nth}@example.com`);
    await leave(emails);
    const before = app.trips.count;
    const { status, headers, text } = await download("/operator/leads.csv");
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/);
    const [head, ...rows] = parsed(text).data;
    expect(head).toEqual(["at", "email", "phone"]);
    expect(rows.map(([, email]) => email)).toEqual(emails.reverse());
    // One for each 500 rows; the first brings the session too.
    expect(app.trips.count - before).toBe(3);
  });

  it("is empty but for its head where the list is", async () => {
    expect((await download("/operator/leads.csv")).text).toBe("at,email,phone\r\n");
  });

  it.each(["=1+1", "+1", "-1+1", "@sum(a1)", " =1", "\t=1", "＝1", "=1\n2", "\r=1"])(
    "gives a spreadsheet no formula: %j",
    async (cell) => {
      await leave([cell]);
      const { text } = await download("/operator/leads.csv");
      expect(parsed(text).data[1]?.[1]).toBe(`'${cell}`);
    },
  );

  it("keeps commas, quotes and other scripts as they are", async () => {
    const cell = 'rao, "asha" செல்வி\nsecond line';
    await leave([cell]);
    expect(parsed((await download("/operator/leads.csv")).text).data[1]?.[1]).toBe(cell);
  });

  it("shows what the page shows under the same filter", async () => {
    await db.run(sql`INSERT INTO audit_log (id, actor, action, subject, created_at_ms) VALUES
      ('csv_1', 'system', 'one', 'thing:csv-1', 1), ('csv_2', 'system', 'two', 'thing:csv-2', 2)`);
    const [, ...rows] = parsed((await download("/operator/log.csv?of=thing:csv-2")).text).data;
    expect(rows).toEqual([["1970-01-01T00:00:00.002Z", "system", "two", "thing:csv-2", ""]]);
  });

  it("is there for every list of the console, with its own columns", async () => {
    const heads = await Promise.all(
      EXPORTED_LISTS.map(async (list) => {
        const { status, text } = await download(`/operator/${list}.csv`);
        return [list, status, parsed(text).data[0]?.length ?? 0] as const;
      }),
    );
    for (const [list, status, columns] of heads) expect([list, status, columns > 2]).toEqual([list, 200, true]);
    const lists = CONSOLE_SECTIONS.filter((one) => one !== "overview" && one !== "settings");
    expect([...EXPORTED_LISTS].sort()).toEqual([...lists].sort());
  });
});
