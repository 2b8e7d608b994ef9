import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { dateOf } from "~/domain/calendar-date";
import { editBankDetails } from "~/areas/accounts/profile/bank-details";
import { saveBankDetails } from "~/areas/accounts/profile/save-bank-details";
import { createTestContext } from "../../../support/context";
import { expectInvariants } from "../../../support/invariants";
import { type Person, putCask, signIn } from "../../../support/people";
import { openSession } from "../../../support/open-session";
import { type CyclePlan, planReturn, rejectWithdrawal, requestReturn } from "../../../support/withdrawals";
import { giveRipeStake, giveStake, moneyRows, monthsAgo, value } from "../../../support/holdings";

const context = createTestContext();
const { db } = context;

let person: Person;
let caskId: string;
let stakeId: string;
let plan: CyclePlan;

beforeEach(async () => {
  person = await signIn(context);
  caskId = await putCask(context);
  ({ stakeId } = await giveRipeStake(context, person, caskId));
  const planned = await planReturn(context, person.userId);
  if (!planned) throw new Error("nothing can be withdrawn");
  plan = planned;
  // Of two values with the same date the later entry counts.
  context.clock.advance(1000);
});

const send = (more: Partial<Parameters<typeof requestReturn>[1]> = {}) =>
  requestReturn(context, { userId: person.userId, plan, ...more });

describe("a withdrawal, between reading and writing,", () => {
  const refused = async (options?: Parameters<typeof send>[0]) => {
    const before = await moneyRows(context);
    const withdrawalId = context.newId("wdr");
    expect(await send({ withdrawalId, ...options })).toBe("refused");
    expect(await moneyRows(context)).toEqual(before);
    const told = sql`SELECT 1 FROM audit_log WHERE subject = ${`withdrawal:${withdrawalId}`}`;
    expect(await db.all(told)).toEqual([]);
  };

  it("is written if nothing changed, and the same request again adds nothing", async () => {
    const withdrawalId = context.newId("wdr");
    expect(await send({ withdrawalId })).toBe("requested");
    const once = await moneyRows(context);
    expect(await send({ withdrawalId })).toBe("requested");
    expect(await send()).toBe("in-progress");
    expect(await moneyRows(context)).toEqual(once);
    await expectInvariants(db);
  });

  it("is refused if the stake was frozen or ended", async () => {
    await db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${stakeId}`);
    await refused();
    await db.run(sql`UPDATE stakes SET state = 'ended' WHERE id = ${stakeId}`);
    await refused();
  });

  it("is refused if a value at the end of the cycle was recorded", async () => {
    await value(context, caskId, plan.endsOn, 70_000);
    await refused();
  });

  it("a value before the cycle was recorded: what counts is the price and the values up to which returns were calculated", async () => {
    await value(context, caskId, dateOf(monthsAgo(context, 25)), 55_000);
    expect(await send()).toBe("requested");
    await expectInvariants(db);
  });

  it("is written if a value was recorded and corrected by one of an earlier day", async () => {
    const [wrong, right] = [context.newId("val"), context.newId("val")];
    const insert = (id: string, on: string, supersedes: string | null) =>
      db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms, supersedes_id)
        VALUES (${id}, ${caskId}, ${on}, 70000, 'measured', 'test', 'test', ${context.nowMs()}, ${supersedes})`);
    await insert(wrong, plan.endsOn, null);
    await insert(right, dateOf(monthsAgo(context, 20)), wrong);
    expect(await send()).toBe("requested");
  });

  it("is written if a value after the end of the cycle was recorded, which concerns the next cycle", async () => {
    await value(context, caskId, dateOf(monthsAgo(context, 0)), 90_000);
    expect(await send()).toBe("requested");
  });

  it("is written where two values are of the same day and moment: the same one counts when it is planned", async () => {
    for (const [id, cents] of [
      ["val_1", 61_000],
      ["val_2", 62_000],
    ])
      await db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
        VALUES (${`${caskId}_${id}`}, ${caskId}, ${plan.endsOn}, ${cents}, 'measured', 'test', 'test', ${context.nowMs()})`);
    const again = (await planReturn(context, person.userId)) ?? expect.fail();
    expect(again.amountCents).toBe(12_000);
    expect(await send({ plan: again })).toBe("requested");
  });

  it("is refused if the account was deactivated", async () => {
    await db.run(sql`UPDATE users SET activated_at_ms = NULL WHERE id = ${person.userId}`);
    await refused();
  });

  it("is refused if the session ended, or the stake is someone else's", async () => {
    await refused({ live: sql`0` });
    await refused({ userId: (await signIn(context)).userId });
  });
});

describe("the high-water mark of a later cycle", () => {
  const ends = () => [dateOf(monthsAgo(context, 25)), dateOf(monthsAgo(context, 1))] as const;

  beforeEach(async () => {
    // 49 months: two cycles are over.
    person = await signIn(context);
    caskId = await putCask(context);
    await giveStake(context, person, caskId, { purchasedAtMs: monthsAgo(context, 49) });
  });

  const planned = async () => {
    const next = await planReturn(context, person.userId);
    if (!next) throw new Error("nothing can be withdrawn");
    return next;
  };

  it("is checked again by the batch: a higher value at an earlier end refuses what was calculated without it", async () => {
    await value(context, caskId, ends()[0], 45_000);
    await value(context, caskId, ends()[1], 60_000);
    plan = await planned();
    expect(plan).toMatchObject({ cycleNumber: 2, markCents: 50_000, amountCents: 10_000 });
    context.clock.advance(1000);
    await value(context, caskId, ends()[0], 55_000);
    expect(await send({ plan })).toBe("refused");
  });

  it("leaves a cycle that was taken back as it was, even if a later one was requested in the meantime", async () => {
    await value(context, caskId, ends()[0], 54_000);
    await value(context, caskId, ends()[1], 60_000);
    const first = await planned();
    expect(await send({ plan: first })).toBe("requested");
    expect(await send({ plan: await planned() })).toBe("requested");
    const operator = await signIn(context, { operator: true });
    const [row] = await db.all<{ id: string }>(
      sql`SELECT id FROM withdrawals WHERE stake_id = ${first.holding.stakeId} AND cycle_number = 1`,
    );
    const decided = { withdrawalId: row?.id ?? "", userId: person.userId, operatorId: operator.userId };
    expect(await rejectWithdrawal(context, decided)).toEqual({ ok: true });
    const again = await planned();
    expect(again).toMatchObject({ cycleNumber: 1, markCents: 50_000, amountCents: 4_000 });
    expect(await send({ plan: again })).toBe("requested");
    expect(await planReturn(context, person.userId)).toBeNull();
    await expectInvariants(db);
  });

  it("counts a later cycle whose return begins below the end of this one", async () => {
    await value(context, caskId, ends()[0], 54_000);
    await value(context, caskId, ends()[1], 60_000);
    const first = await planned();
    expect(await send({ plan: first })).toBe("requested");
    expect(await send({ plan: await planned() })).toBe("requested");
    const operator = await signIn(context, { operator: true });
    const [row] = await db.all<{ id: string }>(
      sql`SELECT id FROM withdrawals WHERE stake_id = ${first.holding.stakeId} AND cycle_number = 1`,
    );
    await rejectWithdrawal(context, {
      ...{ withdrawalId: row?.id ?? "", userId: person.userId, operatorId: operator.userId },
    });
    context.clock.advance(1000);
    await value(context, caskId, ends()[0], 58_000);
    expect(await planReturn(context, person.userId)).toBeNull();
    expect(await send({ plan: { ...first, endCents: 58_000, amountCents: 8_000 } })).toBe("refused");
  });
});

describe("bank details of a session that ended between the reading and the writing", () => {
  it("are not written", async () => {
    const saved = await editBankDetails(context, openSession(context, person.userId));
    const ended = openSession(context, person.userId, { alive: false });
    expect(await saveBankDetails(context, ended, { saved, sent: { holder_name: "Mallory" } })).toEqual({
      ok: false,
      code: "code-needed",
    });
    expect(await db.all(sql`SELECT user_id FROM bank_details WHERE user_id = ${person.userId}`)).toEqual([]);
    const told = sql`SELECT id FROM audit_log WHERE actor = ${`user:${person.userId}`} AND action = 'bank-details-changed'`;
    expect(await db.all(told)).toEqual([]);
  });
});
