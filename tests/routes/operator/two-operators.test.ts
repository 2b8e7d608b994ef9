import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { createTestContext } from "../../support/context";
import { giveStake, value } from "../../support/holdings";
import { type Person, putCask, signInStaff } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { caskPage } from "./support/typed-cask";
import { hiddenIn, visitConsole } from "./support/visit-console";

// What one operator cannot do alone: through the console's pages, as a browser without a script sends its forms.

const app = openApp();
const context = createTestContext();
const { db } = context;
const today = dateOf(context.nowMs());
const visit = visitConsole(app);
const { get, post, trips } = visit;
let people: { operator: Person; second: Person; reader: Person };

beforeAll(async () => {
  people = await signInStaff(context);
});
beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

const SETTINGS = "/operator/settings";
const settingIs = async (key: string) =>
  (await db.all<{ value: number }>(sql`SELECT value FROM settings WHERE key = ${key}`))[0]?.value;
const valuesOf = async (caskId: string) =>
  (
    await db.all<{ cents: number }>(
      sql`SELECT value_cents AS cents FROM valuations WHERE cask_id = ${caskId} ORDER BY created_at_ms, rowid`,
    )
  ).map(({ cents }) => cents);
const told = async (notice: string) =>
  (await db.all<{ id: string }>(sql`SELECT id FROM outbox WHERE notice = ${notice} AND urgent = 1`)).length;
const logged = async (subject: string) =>
  (await db.all<{ action: string }>(sql`SELECT action FROM audit_log WHERE subject = ${subject} ORDER BY rowid`)).map(
    ({ action }) => action,
  );

describe("a setting that guards money", () => {
  const change = { key: "second_operator_above_cents", value: "20000" };

  it("is proposed by one and confirmed by another, everybody is told, and the log has both", async () => {
    const before = [await told("change-proposed"), await told("change-confirmed")] as const;
    const proposed = await post(SETTINGS, people.operator, { intent: "propose", ...change });
    expect([proposed.status, proposed.location]).toEqual([303, SETTINGS]);
    expect((await told("change-proposed")) - before[0]).toBeGreaterThanOrEqual(2);
    const [page, overview] = [await get(SETTINGS, people.second), await get("/operator", people.reader)];
    for (const { text } of [page, overview]) expect(text).toMatch(/\$10,000\.00[^]*\$20,000\.00/);
    expect(overview.text).toContain("Waiting for a second person");
    const seen = hiddenIn(page.text, 'value="confirm"');
    expect(seen).toMatchObject({ key: change.key });
    expect(await trips(post(SETTINGS, people.second, { ...seen, intent: "confirm" }))).toBe(1);
    expect((await post(SETTINGS, people.second, { ...seen, intent: "confirm" })).status).toBe(303);
    expect(await settingIs(change.key)).toBe(2_000_000);
    expect((await told("change-confirmed")) - before[1]).toBeGreaterThanOrEqual(2);
    expect((await logged(`setting:${change.key}`)).slice(-3)).toEqual([
      "change-proposed",
      "change-confirmed",
      "setting-changed",
    ]);
  });
});

describe("a valuation", () => {
  const entry = { tier: "measured", method: "Regauge", source: "Bond 3", valued_on: today };
  const save = (caskId: string, as: Person, fields: object) =>
    post(caskPage(caskId), as, { intent: "value", step: "save", ...entry, ...fields });
  const valued = async () => {
    const caskId = await putCask(context, { launchesInDays: -100 });
    await value(context, caskId, addDays(today, -90), 50_000, "issue");
    await value(context, caskId, addDays(today, -40), 60_000);
    return caskId;
  };

  it("that raises the value by more than a tenth needs a second operator, who sees from what to what", async () => {
    const caskId = await valued();
    const raise = { value_per_stake: "660.01" };
    expect((await save(caskId, people.operator, raise)).status).toBe(303);
    expect(await valuesOf(caskId)).toEqual([50_000, 60_000]);
    const page = await get(caskPage(caskId, "value"), people.second);
    expect(page.text).toMatch(/\$600\.00[^]*\$660\.01/);
    const seen = hiddenIn(page.text, 'value="confirm-value"');
    const own = await post(caskPage(caskId), people.operator, { ...seen, intent: "confirm-value" });
    expect([own.status, await valuesOf(caskId)]).toEqual([409, [50_000, 60_000]]);
    const both = [1, 2].map(() => post(caskPage(caskId), people.second, { ...seen, intent: "confirm-value" }));
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([303, 303]);
    expect(await valuesOf(caskId)).toEqual([50_000, 60_000, 66_001]);
    expect(await logged(`cask:${caskId}`)).toEqual(["change-proposed", "change-confirmed", "valuation-recorded"]);
  });

  it("that is only shown is followed by no message, a proposal and a deed by their own", async () => {
    const caskId = await valued();
    const said = async (as: Person, { location, cookies }: Awaited<ReturnType<typeof save>>) => {
      const told = /toast=[^;]*/.exec(cookies.join())?.[0] ?? "";
      const { text } = await app.ask(location ?? "", { headers: { Cookie: `${as.cookie}; ${told}` } });
      return ["Saved.", "Proposed. Another operator confirms it."].filter((one) => text.includes(`>${one}<`));
    };
    const { operator, second } = people;
    const preview = { intent: "value", ...entry, value_per_stake: "650" };
    expect(await said(operator, await post(caskPage(caskId), operator, preview))).toEqual([]);
    expect(await said(operator, await save(caskId, operator, { value_per_stake: "650" }))).toEqual(["Saved."]);
    const proposed = ["Proposed. Another operator confirms it."];
    expect(await said(operator, await save(caskId, operator, { value_per_stake: "700" }))).toEqual(proposed);
    const seen = hiddenIn((await get(caskPage(caskId, "value"), second)).text, 'value="confirm-value"');
    const confirmed = await post(caskPage(caskId), second, { ...seen, intent: "confirm-value" });
    expect(await said(second, confirmed)).toEqual(["Saved."]);
    const asked = { intent: "propose", key: "payouts_per_day", value: "77" };
    expect(await said(operator, await post(SETTINGS, operator, asked))).toEqual(proposed);
    expect(await said(second, await post(SETTINGS, second, { ...asked, intent: "confirm" }))).toEqual(["Saved."]);
    const sale = { sold_on: today, buyer_kind: "trade", gross: "10000", fees: "0" };
    expect(await said(operator, await post(caskPage(caskId), operator, { intent: "sell", ...sale }))).toEqual([]);
  });

  it("is neither recorded, proposed nor confirmed by a holder of a stake of the cask", async () => {
    const caskId = await valued();
    await giveStake(context, people.second, caskId);
    for (const cents of ["610", "700"])
      expect((await save(caskId, people.second, { value_per_stake: cents })).status).toBe(409);
    await save(caskId, people.operator, { value_per_stake: "700" });
    const seen = hiddenIn((await get(caskPage(caskId, "value"), people.operator)).text, 'value="cancel-value"');
    const held = await post(caskPage(caskId), people.second, {
      ...{ ...entry, ...seen, value_per_stake: "700" },
      intent: "confirm-value",
    });
    expect([held.status, await valuesOf(caskId)]).toEqual([409, [50_000, 60_000]]);
    await post(caskPage(caskId), people.operator, { ...seen, intent: "cancel-value" });
    expect((await get(caskPage(caskId, "value"), people.operator)).text).not.toContain("Waiting for a second person");
  });
});
