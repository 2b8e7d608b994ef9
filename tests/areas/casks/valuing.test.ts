import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { runWork } from "~/db/work";
import { addDays, dateOf } from "~/domain/calendar-date";
import { confirmValuation } from "~/areas/casks/propose-valuation";
import { recordGauge } from "~/areas/casks/record-gauge";
import { previewValuation, recordValuation } from "~/areas/casks/record-valuation";
import { holdingsOf, readHoldings } from "~/areas/holdings/portfolio/holdings";
import type { OperatorSession } from "~/core/session/guarded";
import { giveRipeStake, giveStake, monthsAgo } from "../../support/holdings";
import { openOperatorSession } from "../../support/open-session";
import { type Person, putCask, signIn } from "../../support/people";
import { openShop } from "../../support/shop";

const shop = openShop();
const { context } = shop;
const { db } = context;
const today = dateOf(context.nowMs());
let operator: OperatorSession;
let second: OperatorSession;
let [asha, bela]: Person[] = [];

beforeAll(async () => {
  operator = openOperatorSession(context, (await signIn(context, { operator: true })).userId);
  second = openOperatorSession(context, (await signIn(context, { operator: true })).userId);
  [asha, bela] = [await signIn(context), await signIn(context)];
});

const TYPED = { valued_on: today, value_per_stake: "620", tier: "measured", method: "Regauge", source: "Bond 3" };
const record = (caskId: string, more: object = {}, input: object = {}, session: OperatorSession = operator) =>
  recordValuation(context, session, {
    valuationId: context.newId("val"),
    caskId,
    fields: { ...TYPED, ...more },
    ...input,
  });
/** By two: the other confirms what was proposed. @returns the valuation's id */
async function recordByTwo(caskId: string, more: object = {}, input: { supersedesId?: string } = {}) {
  expect(await record(caskId, more, input)).toEqual({ ok: true, waits: true });
  const { supersedesId = null } = input;
  const asked = { caskId, proposalId: null, supersedesId, fields: { ...TYPED, ...more } };
  expect(await confirmValuation(context, second, asked)).toEqual({ ok: true });
  return (await entries(caskId)).at(-1)?.id ?? "";
}
const preview = (caskId: string, more: object = {}, input: object = {}) =>
  previewValuation(context, operator, { caskId, fields: { ...TYPED, ...more }, ...input });
const entries = (caskId: string) =>
  db.all<{ id: string; cents: number; supersedes: string | null }>(
    sql`SELECT id, value_cents AS cents, supersedes_id AS supersedes FROM valuations WHERE cask_id = ${caskId} ORDER BY created_at_ms, rowid`,
  );
const logOf = (caskId: string) =>
  db.all<{ action: string; detail: string }>(sql`SELECT action, detail FROM audit_log
    WHERE subject = ${`cask:${caskId}`} ORDER BY rowid`);
const worthTo = async (person: Person) => {
  const rows = await runWork(db, readHoldings(db, { userId: person.userId }));
  return holdingsOf(rows, context.nowMs()).active.map(({ valuations }) => valuations.at(-1)?.valueCents);
};

/** A cask on offer for years: Asha holds two stakes of it, one of them ripe, Bela one. */
async function heldCask(): Promise<string> {
  const caskId = await putCask(context, { launchesInDays: -1000 });
  await giveRipeStake(context, asha as Person, caskId);
  await giveStake(context, bela as Person, caskId, { purchasedAtMs: monthsAgo(context, 3) });
  await giveStake(context, asha as Person, caskId, { purchasedAtMs: monthsAgo(context, 2) });
  return caskId;
}

describe("a valuation", () => {
  it("is shown before it is saved: how many hold a stake, and its value now and then, null if not valued yet", async () => {
    const [caskId, unvalued] = [await heldCask(), await putCask(context)];
    const before = await entries(caskId);
    const shown = { holders: 2, stakes: 3, perStake: { now: 60_400, then: 62_000 } };
    expect(await preview(caskId)).toMatchObject(shown);
    expect(await preview(unvalued)).toMatchObject({ holders: 0, perStake: { now: null, then: 62_000 } });
    expect(await entries(caskId)).toEqual(before);
  });

  it("is written once even under a double tap, is logged, and counts for the holders at once", async () => {
    const caskId = await heldCask();
    const valuationId = context.newId("val");
    const both = await Promise.all([1, 2].map(() => record(caskId, {}, { valuationId })));
    expect(both).toEqual([{ ok: true }, { ok: true }]);
    expect((await entries(caskId)).filter(({ id }) => id === valuationId)).toHaveLength(1);
    // Each holder is told, at the pace of what goes to many.
    const told = sql`SELECT urgent FROM outbox WHERE subject_id LIKE ${`new-valuation:${valuationId}:%`}`;
    expect(await db.all(told)).toEqual([{ urgent: -1 }, { urgent: -1 }]);
    expect(await logOf(caskId)).toEqual([
      { action: "valuation-recorded", detail: `valuation:${valuationId} valued_on,value_per_stake,tier,method,source` },
    ]);
    expect((await worthTo(bela as Person)).at(-1)).toBe(62_000);
    expect(await record(caskId, { source: "Other" }, { valuationId })).toEqual({ ok: false, code: "id-taken" });
  });

  it("is corrected by a later entry, once; the mistaken one stays listed but no longer counts, and its email is not sent", async () => {
    const caskId = await heldCask();
    const wrong = await recordByTwo(caskId, { value_per_stake: "6200" });
    const shown = await preview(caskId, {}, { supersedesId: wrong });
    expect(shown).toMatchObject({ perStake: { now: 620_000, then: 62_000 } });
    await recordByTwo(caskId, { valued_on: addDays(today, -1) }, { supersedesId: wrong });
    expect((await worthTo(bela as Person)).at(-1)).toBe(62_000);
    expect((await entries(caskId)).slice(-2)).toMatchObject([
      { id: wrong, cents: 620_000 },
      { cents: 62_000, supersedes: wrong },
    ]);
    for (const more of [{}, { valued_on: addDays(today, -2) }])
      expect(await record(caskId, more, { supersedesId: wrong })).toEqual({ ok: false, code: "no-such-valuation" });
    expect(await preview(caskId, {}, { supersedesId: wrong })).toEqual({ ok: false, code: "no-such-valuation" });
    // The next change starts from the corrected value, though the mistaken one is dated later.
    expect(await record(caskId, { value_per_stake: "1000" })).toEqual({ ok: true, waits: true });
    const proposed = sql`SELECT was FROM change_proposals WHERE subject = ${`cask:${caskId}`} AND state = 'open'`;
    expect(await db.all(proposed)).toEqual([{ was: expect.stringMatching(/:62000$/) }]);
    const elsewhere = await putCask(context, { costCents: 60_000 });
    expect(await record(elsewhere, {}, { supersedesId: wrong })).toEqual({ ok: false, code: "no-such-valuation" });
    await shop.drain();
    const emails = shop.context.mailer.to(bela?.email ?? "").filter(({ text }) => text.includes("6,200"));
    expect(emails).toEqual([]);
    expect(shop.context.mailer.to(bela?.email ?? "").at(-1)).toMatchObject({
      subject: "Corrected valuation: $620.00 a stake, Test Hogshead",
      text: expect.stringMatching(
        /valued at \$620\.00 as of .*\. You hold one stake in it\.[^]*measured[^]*Regauge[^]*Bond 3/,
      ),
    });
  });

  it.each([
    [{ valued_on: addDays(today, 1) }, "valued_on", "Date of the valuation must not be in the future."],
    [{ valued_on: "1999-01-01" }, "valued_on", expect.stringContaining("must not be before the issue on")],
    [{ value_per_stake: "much" }, "value_per_stake", expect.stringContaining("Value per stake")],
    [{ tier: "issue" }, "tier", "Tier: choose one from the list."],
    [{ tier: undefined }, "tier", "Tier is missing."],
    [{ method: " " }, "method", "Method is missing."],
    [{ source: "" }, "source", "Source is missing."],
  ])("is refused for %j", async (wrong, field, message) => {
    const caskId = await putCask(context);
    for (const outcome of [await record(caskId, wrong), await preview(caskId, wrong)])
      expect(outcome).toMatchObject({ ok: false, code: "invalid", errors: { [field]: message } });
    expect(await entries(caskId)).toEqual([]);
  });

  it("must be of a published cask", async () => {
    const draft = await putCask(context, { published: false });
    expect(await record(draft)).toEqual({ ok: false, code: "no-such-cask" });
    expect([await entries(draft), await logOf(draft)]).toEqual([[], []]);
  });
});

describe("an operator who holds a stake of the cask, a frozen one included,", () => {
  it.each(["active", "frozen"])("takes no part in proposing, recording or confirming its value: %s", async (state) => {
    const caskId = await heldCask();
    const raised = { value_per_stake: "1000" };
    const asked = { caskId, proposalId: null, supersedesId: null, fields: { ...TYPED, ...raised } };
    const refuses = async (act: (session: OperatorSession) => Promise<unknown>) => {
      const person = await signIn(context, { operator: true });
      const holder = openOperatorSession(context, person.userId);
      // What they read said that they may, and then they bought.
      const buysMeanwhile: OperatorSession["read"] = async (make) => {
        const found = await holder.read(make);
        const { stakeId } = await giveStake(context, person, caskId);
        if (state === "frozen") await db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${stakeId}`);
        return found;
      };
      expect(await act({ ...holder, read: buysMeanwhile })).toMatchObject({ ok: false });
      expect(await act(holder)).toEqual({ ok: false, code: "own-stake" });
    };
    const before = await entries(caskId);
    await refuses((session) => record(caskId, {}, {}, session));
    await refuses((session) => record(caskId, raised, {}, session));
    expect(await record(caskId, raised)).toEqual({ ok: true, waits: true });
    await refuses((session) => confirmValuation(context, session, asked));
    expect(await entries(caskId)).toEqual(before);
    expect(await confirmValuation(context, second, asked)).toEqual({ ok: true });
  });
});

describe("a regauge", () => {
  const gauge = (caskId: string, more: object = {}, gaugeId = context.newId("gau")) =>
    recordGauge(context, operator, {
      gaugeId,
      caskId,
      fields: { gauged_on: today, loa_litres: "119.2", abv: "61.5", gauged_by: "A. Cooper", ...more },
    });
  const measured = async (caskId: string) =>
    (await db.all(sql`SELECT loa_decilitres AS loa, abv_tenths AS abv, version FROM casks WHERE id = ${caskId}`))[0];

  it("is stored once and updates the cask; an older one that comes later does not", async () => {
    const caskId = await putCask(context);
    const gaugeId = context.newId("gau");
    expect(await Promise.all([1, 2].map(() => gauge(caskId, {}, gaugeId)))).toEqual([{ ok: true }, { ok: true }]);
    expect(await measured(caskId)).toEqual({ loa: 1192, abv: 615, version: 2 });
    expect(await gauge(caskId, { gauged_on: "2020-01-01", loa_litres: "150" })).toEqual({ ok: true });
    expect(await measured(caskId)).toEqual({ loa: 1192, abv: 615, version: 2 });
    expect(await gauge(caskId, { abv: "1" }, gaugeId)).toEqual({ ok: false, code: "id-taken" });
    expect((await logOf(caskId)).map(({ action }) => action)).toEqual(["gauge-recorded", "gauge-recorded"]);
  });

  it("is refused if dated in the future or before the cask was filled, and without who measured it", async () => {
    const caskId = await putCask(context);
    expect(await gauge(caskId, { gauged_on: addDays(today, 1), gauged_by: "" })).toMatchObject({
      code: "invalid",
      errors: { gauged_by: "Measured by is missing." },
    });
    expect(await gauge(caskId, { gauged_on: addDays(today, 1) })).toMatchObject({
      errors: { gauged_on: "Date of the regauge must not be in the future." },
    });
    await db.run(sql`UPDATE casks SET filled_on = '2014-03-01' WHERE id = ${caskId}`);
    expect(await gauge(caskId, { gauged_on: "2014-02-28" })).toMatchObject({
      errors: { gauged_on: expect.stringContaining("1 Mar 2014") },
    });
    expect(await gauge("csk_none")).toEqual({ ok: false, code: "no-such-cask" });
    expect(await measured(caskId)).toEqual({ loa: 1234, abv: null, version: 1 });
    expect(await logOf(caskId)).toEqual([]);
    expect(await gauge(caskId, { gauged_on: "2014-03-01" })).toEqual({ ok: true });
  });
});
