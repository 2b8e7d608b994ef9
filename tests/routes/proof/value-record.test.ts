import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { createTestContext } from "../../support/context";
import { openExits, soldToday } from "../../support/exits";
import { emptyMinuteCache } from "../../support/fresh-bindings";
import { putCask } from "../../support/people";
import { openApp } from "../../support/serve-app";

// What the public pages tell of how right published values were.

const app = openApp();
const context = createTestContext();
const today = dateOf(context.nowMs());
const NO_RECORD = "Values of this kind have no record yet";

beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

const words = async (path: string) => {
  await app.settled();
  await emptyMinuteCache(path);
  const { status, text } = await app.ask(path, {});
  expect(status, path).toBe(200);
  return text.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
};
const put = (caskId: string, valueCents: number, tier: "issue" | "opinion", valuedOn: string) =>
  context.db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
    VALUES (${context.newId("val")}, ${caskId}, ${valuedOn}, ${valueCents}, ${tier}, 'Guess', 'Sample & Sons', ${context.nowMs() - 9 * 86_400_000})`);
/** $3,000 less $123.45, by ten stakes: $287.65. */
const sell = async (caskId: string) =>
  (await openExits(context)).confirmed(caskId, soldToday(context, { grossCents: 300_000 }));

describe("how right values were", () => {
  it("is told on /exits, in its file and beside the newest value of a cask, or that nobody knows yet", async () => {
    const valued = await putCask(context, { name: "Valued Hogshead" });
    await put(valued, 50_000, "opinion", addDays(today, -3));
    expect(await words("/exits")).toContain("No sold cask had a value before its sale");
    expect(await words(`/evidence?cask=${valued}`)).toContain(NO_RECORD);
    await sell(await putCask(context, { name: "Never valued" }));
    expect(await words("/exits")).toContain("No sold cask had a value before its sale");
    const ended = await putCask(context, { name: "Ended Butt" });
    await put(ended, 40_000, "issue", "2024-01-01");
    await put(ended, 35_956, "opinion", addDays(today, -30));
    await sell(ended);
    const text = await words("/exits");
    // $287.65 is 28.1% less than $400.00 and 20% less than $359.56.
    expect(text).toContain("2 values. Half of them were off by 28.1% or less.");
    expect(text).toContain("in the worst case 28.1% less");
    expect(text).toContain("Too few to tell how right the next value will be.");
    expect(text).toMatch(/opinion, any age.*?>1<.*?20\.0%.*?−20\.0%/s);
    expect(text).toContain("--values");
    expect(text).toMatch(/Ended Butt.*\$359\.56, opinion.*\$287\.65/s);
    await emptyMinuteCache();
    const list = JSON.parse((await app.ask("/exits.json", {})).text) as { exits: { caskId: string }[] };
    expect(list.exits.find(({ caskId }) => caskId === ended)).toMatchObject({ values: [{ valueCents: 40_000 }, {}] });
    expect(await words(`/evidence?cask=${valued}`)).toContain(
      "Of earlier values of this kind (1 value), half were off by 20.0% or less, on average 20.0% too high.",
    );
  });
});
