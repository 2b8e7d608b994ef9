import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dateOf } from "~/domain/calendar-date";
import { editBankDetails } from "~/areas/accounts/profile/bank-details";
import { saveBankDetails } from "~/areas/accounts/profile/save-bank-details";
import { createTestContext } from "../../../support/context";
import { expectInvariants } from "../../../support/invariants";
import { type Person, putCask, signIn } from "../../../support/people";
import { openSession } from "../../../support/open-session";
import { withoutRule } from "../../../support/settings";
import { type CyclePlan, planReturn, rejectWithdrawal, requestReturn } from "../../../support/withdrawals";
import { giveRipeStake, giveStake, moneyRows, monthsAgo, value } from "../../../support/holdings";

const context = createTestContext();
const { db } = context;

let person: Person;
let caskId: string;
let stakeId: string;
let plan: CyclePlan;

const send = (more: Partial<Parameters<typeof requestReturn>[1]> = {}) =>
  requestReturn(context, { userId: person.userId, plan, ...more });
async function planned(): Promise<CyclePlan> {
  context.clock.advance(1_000);
  return (await planReturn(context, person.userId)) ?? expect.fail("nothing can be withdrawn");
}
const put = (id: string, on: string, cents: number, supersedes: string | null = null) =>
  db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms, supersedes_id)
    VALUES (${id}, ${caskId}, ${on}, ${cents}, 'measured', 'test', 'test', ${context.nowMs()}, ${supersedes})`);

afterEach(() => expectInvariants(db));

describe("a withdrawal, between reading and writing,", () => {
  beforeEach(async () => {
    [person, caskId] = [await signIn(context), await putCask(context)];
    ({ stakeId } = await giveRipeStake(context, person, caskId));
    plan = await planned();
    // Of two values with the same date the later entry counts.
    context.clock.advance(1000);
  });

  const state = (to: string) => () => db.run(sql`UPDATE stakes SET state = ${to} WHERE id = ${stakeId}`);
  const valued = (monthsBefore: number, cents: number) => () =>
    value(context, caskId, dateOf(monthsAgo(context, monthsBefore)), cents);

  it.each<["refused" | "requested", string, () => Promise<unknown>]>([
    ["refused", "the stake was frozen", state("frozen")],
    ["refused", "the stake was ended", state("ended")],
    ["refused", "a value at the end of the cycle was recorded", () => value(context, caskId, plan.endsOn, 70_000)],
    ["requested", "a value before the cycle was recorded", valued(25, 55_000)],
    ["requested", "a value after the end of the cycle was recorded", valued(0, 90_000)],
    [
      "requested",
      "a value was recorded and corrected by one of an earlier date",
      async () => {
        const wrong = context.newId("val");
        await put(wrong, plan.endsOn, 70_000);
        await put(context.newId("val"), dateOf(monthsAgo(context, 20)), 70_000, wrong);
      },
    ],
    [
      "refused",
      "the account was deactivated",
      () => db.run(sql`UPDATE users SET activated_at_ms = NULL WHERE id = ${person.userId}`),
    ],
  ])("is %s if %s", async (outcome, _what, change) => {
    await change();
    const before = await moneyRows(context);
    const withdrawalId = context.newId("wdr");
    expect(await send({ withdrawalId })).toBe(outcome);
    if (outcome === "refused") expect(await moneyRows(context)).toEqual(before);
    const told = sql`SELECT 1 FROM audit_log WHERE subject = ${`withdrawal:${withdrawalId}`}`;
    if (outcome === "refused") expect(await db.all(told)).toEqual([]);
    else await expectInvariants(db);
  });

  it("is written once if nothing changed, and refused if the session ended or the stake is someone else's", async () => {
    const { userId } = await signIn(context);
    const before = await moneyRows(context);
    expect([await send({ live: sql`0` }), await send({ userId })]).toEqual(["refused", "refused"]);
    expect(await moneyRows(context)).toEqual(before);
    const withdrawalId = context.newId("wdr");
    expect(await send({ withdrawalId })).toBe("requested");
    const once = await moneyRows(context);
    expect(await send({ withdrawalId })).toBe("requested");
    expect(await send()).toBe("in-progress");
    expect(await moneyRows(context)).toEqual(once);
  });

  it("is written where two values are of the same date and moment: the same one counts when it is planned", async () => {
    for (const [id, cents] of [
      ["val_1", 61_000],
      ["val_2", 62_000],
    ] as const)
      await put(`${caskId}_${id}`, plan.endsOn, cents);
    plan = (await planReturn(context, person.userId)) ?? expect.fail();
    expect(plan.amountCents).toBe(12_000);
    expect(await send()).toBe("requested");
  });
});

describe("the high-water mark of the third of three cycles", () => {
  const ends = [49, 25, 1].map((months) => dateOf(monthsAgo(context, months)));
  const valueAt = (cycle: 1 | 2 | 3, cents: number) => {
    context.clock.advance(1_000);
    return value(context, caskId, ends[cycle - 1] ?? "", cents);
  };
  const takeNext = async () => expect(await send({ plan: await planned() })).toBe("requested");
  const rejectFirst = async () => {
    const [row] = await db.all<{ id: string }>(sql`SELECT id FROM withdrawals
      WHERE user_id = ${person.userId} AND cycle_number = 1`);
    const { userId: operatorId } = await signIn(context, { operator: true });
    const back = { withdrawalId: row?.id ?? "", userId: person.userId, operatorId };
    expect(await rejectWithdrawal(context, back)).toEqual({ ok: true });
  };

  beforeEach(async () => {
    [person, caskId] = [await signIn(context), await putCask(context)];
    await giveStake(context, person, caskId, { purchasedAtMs: monthsAgo(context, 73) });
  });

  it("is the highest value up to which an earlier one was calculated, though both were corrected since", async () => {
    await valueAt(1, 54_000);
    await valueAt(2, 56_000);
    await takeNext();
    await takeNext();
    await valueAt(1, 50_000);
    await valueAt(2, 50_000);
    await valueAt(3, 60_000);
    plan = await planned();
    expect(plan).toMatchObject({ cycleNumber: 3, markCents: 56_000, amountCents: 4_000 });
    expect(await send({ plan: { ...plan, markCents: 54_000, amountCents: 6_000 } })).toBe("refused");
    expect(await send()).toBe("requested");
  });

  it("is the highest value at an earlier end, even one that is higher than what was calculated", async () => {
    await valueAt(1, 54_000);
    await valueAt(2, 52_000);
    await takeNext();
    await valueAt(1, 58_000);
    await valueAt(3, 60_000);
    plan = await planned();
    expect(plan).toMatchObject({ cycleNumber: 3, markCents: 58_000, amountCents: 2_000 });
    expect(await send()).toBe("requested");
  });

  it("leaves out requests that were sent back", async () => {
    await valueAt(1, 54_000);
    await takeNext();
    await rejectFirst();
    await valueAt(1, 50_000);
    await valueAt(2, 50_000);
    await valueAt(3, 60_000);
    plan = await planned();
    expect(plan).toMatchObject({ cycleNumber: 3, markCents: 50_000, amountCents: 10_000 });
    expect(await send()).toBe("requested");
  });

  it("is checked again by the batch: a higher value at an earlier end refuses what was calculated without it", async () => {
    await valueAt(1, 45_000);
    await valueAt(2, 60_000);
    plan = await planned();
    expect(plan).toMatchObject({ cycleNumber: 2, markCents: 50_000, amountCents: 10_000 });
    await valueAt(1, 55_000);
    expect(await send()).toBe("refused");
  });

  it("leaves a cycle that was rejected as it was, even if a later one was requested in the meantime", async () => {
    await valueAt(1, 54_000);
    await valueAt(2, 60_000);
    await takeNext();
    await takeNext();
    await rejectFirst();
    plan = await planned();
    expect(plan).toMatchObject({ cycleNumber: 1, markCents: 50_000, amountCents: 4_000 });
    await valueAt(1, 58_000);
    expect(await planReturn(context, person.userId)).toBeNull();
    expect(await send({ plan: { ...plan, endCents: 58_000, amountCents: 8_000 } })).toBe("refused");
    await valueAt(1, 54_000);
    expect(await send()).toBe("requested");
    expect(await planReturn(context, person.userId)).toBeNull();
  });

  it("is refused with another price, and once its cask, and not another one, has ended", async () => {
    await valueAt(3, 60_000);
    plan = await planned();
    expect(await send({ plan: { ...plan, holding: { ...plan.holding, priceCents: 50_001 } } })).toBe("refused");
    const end = (id: string, on: string | null) =>
      withoutRule(db, "casks_may_change", sql`UPDATE casks SET ended_on = ${on} WHERE id = ${id}`);
    await end(caskId, ends[2] ?? "");
    expect(await send()).toBe("refused");
    await end(caskId, null);
    await end(await putCask(context), ends[2] ?? "");
    expect(await send()).toBe("requested");
  });
});

it("writes no bank details of a session that ended between the reading and the writing", async () => {
  person = await signIn(context);
  const saved = await editBankDetails(context, openSession(context, person.userId));
  const ended = openSession(context, person.userId, { alive: false });
  const sent = { holder_name: "Mallory" };
  expect(await saveBankDetails(context, ended, { saved, sent })).toEqual({ ok: false, code: "code-needed" });
  expect(await db.all(sql`SELECT user_id FROM bank_details WHERE user_id = ${person.userId}`)).toEqual([]);
  const told = sql`SELECT id FROM audit_log WHERE actor = ${`user:${person.userId}`} AND action = 'bank-details-changed'`;
  expect(await db.all(told)).toEqual([]);
});
