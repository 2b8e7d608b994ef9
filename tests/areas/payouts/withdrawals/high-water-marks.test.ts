import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { dateOf } from "~/domain/calendar-date";
import { createTestContext } from "../../../support/context";
import { giveStake, monthsAgo, value } from "../../../support/holdings";
import { expectInvariants } from "../../../support/invariants";
import { type Person, putCask, signIn } from "../../../support/people";
import { withoutRule } from "../../../support/settings";
import { type CyclePlan, planReturn, rejectWithdrawal, requestReturn } from "../../../support/withdrawals";

// A return of the third of three cycles: the batch calculates its high-water mark from the other two once more.

const context = createTestContext();
const { db } = context;
let person: Person;
let caskId: string;
const ends = [49, 25, 1].map((months) => dateOf(monthsAgo(context, months)));

const send = (plan: CyclePlan) => requestReturn(context, { userId: person.userId, plan });
async function planned(): Promise<CyclePlan> {
  context.clock.advance(1_000);
  return (await planReturn(context, person.userId)) ?? expect.fail();
}
const valueAt = (cycle: 1 | 2 | 3, cents: number) => {
  context.clock.advance(1_000);
  return value(context, caskId, ends[cycle - 1] ?? "", cents);
};
async function takeNext(): Promise<void> {
  expect(await send(await planned())).toBe("requested");
}

beforeEach(async () => {
  [person, caskId] = [await signIn(context), await putCask(context)];
  await giveStake(context, person, caskId, { purchasedAtMs: monthsAgo(context, 73) });
});

describe("a return of the third cycle", () => {
  it("counts from the highest value up to which an earlier one was calculated, though both were corrected since", async () => {
    await valueAt(1, 54_000);
    await valueAt(2, 56_000);
    await takeNext();
    await takeNext();
    await valueAt(1, 50_000);
    await valueAt(2, 50_000);
    await valueAt(3, 60_000);
    const plan = await planned();
    expect(plan).toMatchObject({ cycleNumber: 3, markCents: 56_000, amountCents: 4_000 });
    expect(await send({ ...plan, markCents: 54_000, amountCents: 6_000 })).toBe("refused");
    expect(await send(plan)).toBe("requested");
    await expectInvariants(db);
  });

  it("counts from the highest value at an earlier end, also one that is higher than what was calculated", async () => {
    await valueAt(1, 54_000);
    await valueAt(2, 52_000);
    await takeNext();
    await valueAt(1, 58_000);
    await valueAt(3, 60_000);
    const plan = await planned();
    expect(plan).toMatchObject({ cycleNumber: 3, markCents: 58_000, amountCents: 2_000 });
    expect(await send(plan)).toBe("requested");
  });

  it("does not count from what was requested and sent back", async () => {
    await valueAt(1, 54_000);
    await takeNext();
    const [row] = await db.all<{ id: string }>(sql`SELECT id FROM withdrawals WHERE user_id = ${person.userId}`);
    const operator = await signIn(context, { operator: true });
    const back = { withdrawalId: row?.id ?? "", userId: person.userId, operatorId: operator.userId };
    expect(await rejectWithdrawal(context, back)).toEqual({ ok: true });
    await valueAt(1, 50_000);
    await valueAt(2, 50_000);
    await valueAt(3, 60_000);
    const plan = await planned();
    expect(plan).toMatchObject({ cycleNumber: 3, markCents: 50_000, amountCents: 10_000 });
    expect(await send(plan)).toBe("requested");
  });

  it("is refused where the stake has another price than it was planned with", async () => {
    await valueAt(3, 60_000);
    const plan = await planned();
    expect(await send({ ...plan, holding: { ...plan.holding, priceCents: 50_001 } })).toBe("refused");
    expect(await send(plan)).toBe("requested");
  });

  it("is refused once its cask has ended, and not because another one has", async () => {
    await valueAt(3, 60_000);
    const plan = await planned();
    const end = (id: string) =>
      withoutRule(db, "casks_may_change", sql`UPDATE casks SET ended_on = ${ends[2]} WHERE id = ${id}`);
    const other = await putCask(context);
    await end(caskId);
    expect(await send(plan)).toBe("refused");
    await withoutRule(db, "casks_may_change", sql`UPDATE casks SET ended_on = NULL WHERE id = ${caskId}`);
    await end(other);
    expect(await send(plan)).toBe("requested");
  });
});
