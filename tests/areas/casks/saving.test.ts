import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { publishCask, withdrawCask } from "~/areas/casks/change-state";
import { saveCask } from "~/areas/casks/save-cask";
import type { OperatorSession } from "~/core/session/guarded";
import { createTestContext } from "../../support/context";
import { giveStake } from "../../support/holdings";
import { openOperatorSession } from "../../support/open-session";
import { type Person, putCask, signIn } from "../../support/people";
import { openShop } from "../../support/shop";

const context = createTestContext();
const { db } = context;
const today = dateOf(context.nowMs());
let operator: OperatorSession;
let investor: Person;

beforeAll(async () => {
  operator = openOperatorSession(context, (await signIn(context, { operator: true })).userId);
  investor = await signIn(context);
});

const TYPED = {
  cask_name: "  Glen Foo\u202E 2019 ",
  kind: "whisky",
  distillery: "Glen Foo",
  cask_type: "rum barrel",
  launch_date: addDays(today, 1),
  close_date: addDays(today, 30),
  cost_per_stake: "$1,250.50",
  total_stakes: "40",
  loa_litres: "123.4",
  abv: "63.4",
  warehouse: "Bond 3, Leith",
  distillery_information: "First.\r\n\r\nSecond.",
};

const newCask = () => context.newId("csk");
const save = (caskId: string, version: number, more: object = {}, session = operator) =>
  saveCask(context, session, { caskId, version, fields: { ...TYPED, ...more } });
const rowOf = async (caskId: string) =>
  (await db.all<Record<string, unknown>>(sql`SELECT * FROM casks WHERE id = ${caskId}`))[0];
const logOf = (caskId: string) =>
  db.all<{ actor: string; action: string; detail: string }>(sql`SELECT actor, action, detail FROM audit_log
    WHERE subject = ${`cask:${caskId}`} ORDER BY rowid`);
/** The current form of a cask that the tests inserted. */
const SAME = {
  cask_name: "Test Hogshead",
  kind: "whisky",
  distillery: "Glen Test",
  cask_type: "hogshead",
  launch_date: addDays(today, -10),
  close_date: addDays(today, 20),
  cost_per_stake: "500",
  total_stakes: "10",
  loa_litres: "123.4",
  abv: "",
  warehouse: "Bond 1, Leith",
  distillery_information: "Made for tests.",
};
const edit = (caskId: string, more: object, version = 1) => save(caskId, version, { ...SAME, ...more });

describe("a new cask", () => {
  it("is a draft with cents, tenths and days, and the log names only its fields", async () => {
    const caskId = newCask();
    expect(await save(caskId, 0, { fill_date: "2019-05-01", cask_number: "4711", bought_for: "40,000.05" })).toEqual({
      ok: true,
      caskId,
      version: 1,
    });
    expect(await rowOf(caskId)).toMatchObject({
      state: "draft",
      name: "Glen Foo 2019",
      cask_type: "rum-barrel",
      cost_per_stake_cents: 125_050,
      total_stakes: 40,
      bought_for_cents: 4_000_005,
      loa_decilitres: 1234,
      abv_tenths: 634,
      vintage_year: 2019,
      cask_number: "4711",
      filled_on: "2019-05-01",
      storage_paid_until: null,
      distillery_information: "First.\n\nSecond.",
    });
    const [entry, ...others] = await logOf(caskId);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ actor: `operator:${operator.claim.userId}`, action: "cask-saved" });
    expect(entry?.detail.split(",")).toEqual(expect.arrayContaining(["cask_name", "cost_per_stake", "fill_date"]));
    expect(entry?.detail).not.toContain("storage_paid_until");
  });

  it("is saved and logged once if it is sent twice, even at once; another form with its id is refused", async () => {
    const caskId = newCask();
    const both = await Promise.all([save(caskId, 0), save(caskId, 0)]);
    expect(both).toEqual([
      { ok: true, caskId, version: 1 },
      { ok: true, caskId, version: 1 },
    ]);
    expect(await save(caskId, 0)).toEqual({ ok: true, caskId, version: 1 });
    expect(await save(caskId, 0, { abv: "10" })).toEqual({ ok: false, code: "changed-meanwhile", version: 1 });
    expect(await logOf(caskId)).toHaveLength(1);
  });

  it.each([
    [{ cask_name: " \u200E " }, "cask_name", "Name is missing."],
    [{ cask_name: "x".repeat(121) }, "cask_name", "Name: use at most 120 characters."],
    [{ cask_name: "蘭 2019" }, "cask_name", "Name: use Latin letters. Certificates cannot print the others."],
    [{ kind: "gin" }, "kind", "Kind: choose one from the list."],
    [
      { launch_date: "2027-03-02", close_date: "2027-03-01" },
      "close_date",
      "Close date must not be before the launch date.",
    ],
    [
      { cost_per_stake: "12.345" },
      "cost_per_stake",
      "Cost per stake: enter an amount in dollars, such as 1250 or 1,250.50.",
    ],
    [{ cost_per_stake: "0" }, "cost_per_stake", "Cost per stake must be between $0.01 and $1,000,000.00."],
    [{ total_stakes: "0" }, "total_stakes", "Number of stakes must be between 1 and 100000."],
    [{ total_stakes: "1.5" }, "total_stakes", "Number of stakes: enter a whole number."],
    [
      { loa_litres: "12.34" },
      "loa_litres",
      "Litres of alcohol: enter a number with at most one decimal, such as 63.4.",
    ],
    [{ abv: "100.1" }, "abv", "ABV must be between 0 and 100."],
    [{ fill_date: addDays(today, 1) }, "fill_date", "Fill date must not be in the future."],
    [{ fill_date: "yesterday" }, "fill_date", "Fill date: enter a valid date, as YYYY-MM-DD."],
  ])("is refused for %j, with what was typed", async (wrong, field, message) => {
    const caskId = newCask();
    const outcome = await save(caskId, 0, wrong);
    expect(outcome).toMatchObject({
      ok: false,
      code: "invalid",
      errors: { [field]: message },
      typed: { ...TYPED, ...wrong },
    });
    expect(await rowOf(caskId)).toBeUndefined();
  });
});

it("two tabs cannot undo each other: the second is told; saving what is saved already changes nothing", async () => {
  const caskId = newCask();
  await save(caskId, 0);
  expect(await save(caskId, 1, { warehouse: "Bond 9" })).toEqual({ ok: true, caskId, version: 2 });
  expect(await save(caskId, 1, { abv: "60" })).toEqual({ ok: false, code: "changed-meanwhile", version: 2 });
  expect(await save(caskId, 1, { warehouse: "Bond 9" })).toEqual({ ok: true, caskId, version: 2 });
  expect(await rowOf(caskId)).toMatchObject({ warehouse: "Bond 9", abv_tenths: 634 });
  expect((await logOf(caskId)).map(({ detail }) => detail).slice(1)).toEqual(["warehouse"]);
});

describe("publishing", () => {
  it("writes the issue price once, and the price is fixed from then on", async () => {
    const caskId = newCask();
    await save(caskId, 0);
    expect(await save(caskId, 1, { cost_per_stake: "900" })).toMatchObject({ ok: true, version: 2 });
    const twice = await Promise.all([1, 2].map(() => publishCask(context, operator, { caskId, version: 2 })));
    expect(twice).toEqual([{ ok: true }, { ok: true }]);
    expect(await rowOf(caskId)).toMatchObject({ state: "published", version: 3 });
    const issue = sql`SELECT valued_on AS day, value_cents AS cents, tier FROM valuations WHERE cask_id = ${caskId}`;
    expect(await db.all(issue)).toEqual([{ day: TYPED.launch_date, cents: 90_000, tier: "issue" }]);
    expect(await save(caskId, 3, { cost_per_stake: "901" })).toMatchObject({
      ok: false,
      errors: { cost_per_stake: "Cost per stake cannot change: the cask was published with it." },
    });
    expect((await logOf(caskId)).map(({ action }) => action)).toEqual(["cask-saved", "cask-saved", "cask-published"]);
    // What we paid may be told later; once told, it stays.
    expect(await save(caskId, 3, { cost_per_stake: "900", bought_for: "30000" })).toMatchObject({ version: 4 });
    for (const bought_for of ["29999", ""])
      expect(await save(caskId, 4, { cost_per_stake: "900", bought_for })).toMatchObject({
        errors: { bought_for: "Price we paid for the cask cannot change: the cask was published with it." },
      });
  });

  it("is refused for another version and after the close date, not on it", async () => {
    const caskId = newCask();
    await save(caskId, 0, { launch_date: addDays(today, -9), close_date: addDays(today, -1) });
    const publish = (version: number) => publishCask(context, operator, { caskId, version });
    expect(await publish(1)).toEqual({ ok: false, code: "closes-in-the-past" });
    expect(await publish(7)).toEqual({ ok: false, code: "changed-meanwhile" });
    expect(await publishCask(context, operator, { caskId: "csk_none", version: 1 })).toEqual({
      ok: false,
      code: "no-such-cask",
    });
    expect(await rowOf(caskId)).toMatchObject({ state: "draft", version: 1 });
    await save(caskId, 1, { launch_date: addDays(today, -9), close_date: today });
    expect(await publish(2)).toEqual({ ok: true });
  });
});

it("withdrawing is refused with its reason while a stake is reserved or sold, but not for a hold that has run out", async () => {
  const shop = openShop();
  const caskId = await putCask(shop.context);
  const withdraw = () => withdrawCask(context, operator, { caskId, version: 1 });
  await shop.buy(investor, { cask: caskId });
  expect(await withdraw()).toEqual({ ok: false, code: "stakes-reserved" });
  await db.run(sql`UPDATE payments SET expires_at_ms = 1 WHERE cask_id = ${caskId}`);
  expect(await withdraw()).toEqual({ ok: true });
  expect(await withdraw()).toEqual({ ok: true });
  expect(await rowOf(caskId)).toMatchObject({ state: "withdrawn", version: 2, reserved_stakes: 0 });
  expect((await logOf(caskId)).map(({ action }) => action)).toEqual(["cask-withdrawn"]);
  expect(await publishCask(context, operator, { caskId, version: 2 })).toEqual({ ok: true });
  await giveStake(context, investor, caskId);
  expect(await withdrawCask(context, operator, { caskId, version: 3 })).toEqual({ ok: false, code: "stakes-sold" });
});

describe("a published cask", () => {
  it("changes its texts and moves its close, but not its launch, its past or what was measured", async () => {
    const caskId = await putCask(context);
    const moved = {
      close_date: addDays(today, 5),
      distillery_information: "Corrected.",
      storage_paid_until: "2030-01-01",
    };
    expect(await edit(caskId, moved)).toMatchObject({ ok: true, version: 2 });
    expect(await edit(caskId, { ...moved, launch_date: today }, 2)).toMatchObject({
      errors: { launch_date: "Launch date cannot change: the cask has launched." },
    });
    expect(await edit(caskId, { ...moved, close_date: addDays(today, -2) }, 2)).toMatchObject({
      errors: { close_date: "Close date must be yesterday, which ends the sale at once, or later." },
    });
    expect(await edit(caskId, { ...moved, loa_litres: "99" }, 2)).toMatchObject({
      errors: { loa_litres: "Litres of alcohol of a published cask can only change through a regauge." },
    });
    expect(await edit(caskId, { ...moved, close_date: addDays(today, -1) }, 2)).toMatchObject({ ok: true });
    expect(await edit(caskId, { ...moved, close_date: addDays(today, 9) }, 3)).toMatchObject({
      errors: { close_date: "Close date cannot change: it has passed." },
    });
    const launching = await putCask(context, { launchesInDays: 0 });
    expect(await edit(launching, { launch_date: addDays(today, 1) })).toMatchObject({
      errors: { launch_date: "Launch date cannot change: the cask has launched." },
    });
    const tomorrow = await putCask(context, { launchesInDays: 1 });
    expect(await edit(tomorrow, { launch_date: addDays(today, 2) })).toMatchObject({ ok: true });
  });

  it("keeps its number of stakes and what it is once a stake is taken; texts still change", async () => {
    const caskId = await putCask(context);
    expect(await edit(caskId, { total_stakes: "12" })).toMatchObject({ ok: true, version: 2 });
    await giveStake(context, investor, caskId);
    const refused = await edit(caskId, { total_stakes: "13", distillery: "Other", kind: "rum" }, 2);
    expect(refused).toMatchObject({
      code: "invalid",
      errors: {
        total_stakes: "Number of stakes cannot change: a stake in this cask has been sold or is reserved.",
        distillery: expect.stringContaining("cannot change"),
        kind: expect.stringContaining("cannot change"),
      },
    });
    const facts = { total_stakes: "12", warehouse: "Bond 8", fill_date: "2018-01-01", cask_number: "7" };
    expect(await edit(caskId, facts, 2)).toMatchObject({ ok: true, version: 3 });
    expect(await edit(caskId, { ...facts, cask_number: "8" }, 3)).toMatchObject({
      errors: { cask_number: expect.anything() },
    });
    expect(await rowOf(caskId)).toMatchObject({ total_stakes: 12, vintage_year: 2019, cask_number: "7" });
  });

  it.each([{ total_stakes: "12" }, { distillery: "Other" }, { kind: "rum" }, { cask_name: "Other" }])(
    "keeps them if the stake is taken between reading and writing: %j",
    async (change) => {
      const caskId = await putCask(context);
      const before = await rowOf(caskId);
      const slow: OperatorSession = {
        ...operator,
        write: async (work) => {
          await giveStake(context, investor, caskId);
          return operator.write(work);
        },
      };
      const outcome = await save(caskId, 1, { ...SAME, ...change }, slow);
      expect(outcome).toEqual({ ok: false, code: "changed-meanwhile", version: 1 });
      expect(await rowOf(caskId)).toEqual({ ...before, sold_stakes: 1 });
      expect(await logOf(caskId)).toEqual([]);
    },
  );
});
