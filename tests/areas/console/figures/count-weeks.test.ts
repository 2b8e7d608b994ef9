import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { countWeeks } from "~/areas/console/figures/count-weeks";
import { readFigures } from "~/areas/console/figures/read-figures";
import { runWork } from "~/db/work";
import { addDays, dateOf } from "~/domain/calendar-date";
import { mondayOf, WEEK_MS } from "~/domain/week";
import { createTestContext } from "../../../support/context";
import { creditWallet, giveStake } from "../../../support/holdings";
import { putCask, signIn } from "../../../support/people";
import { payWithdrawal, requestBalance } from "../../../support/withdrawals";

// The weeks under 'Figures': counted by the timer, so that the page reads 26 rows however long the books are.

const context = createTestContext();
const { db } = context;
const HOUR_MS = 3_600_000;
const week = addDays(mondayOf(dateOf(context.nowMs())), -7);
const noonMs = Date.parse(`${week}T12:00:00Z`);
const count = (atMs: number) => countWeeks({ db, nowMs: () => atMs });
const weeks = async () => (await runWork(db, readFigures(db, context.nowMs()))).weeks;
const ask = (id: string, atMs: number, answeredAtMs: number | null) =>
  db.run(sql`INSERT INTO support_requests (id, number, name, email, kind, message, content_mark, created_at_ms, answered_at_ms)
    VALUES (${id}, ${id}, 'n', 'n@example.com', 'other', 'm', ${id}, ${atMs}, ${answeredAtMs})`);

beforeAll(async () => {
  context.clock.nowMs = noonMs;
  const [buyer, , operator] = [
    await signIn(context),
    await signIn(context, { activated: false }),
    await signIn(context, { operator: true }),
  ];
  const caskId = await putCask(context, { name: "Glen", costCents: 50_000 });
  await giveStake(context, buyer, caskId, { purchasedAtMs: noonMs + HOUR_MS });
  await creditWallet(context, buyer, 700);
  await requestBalance(context, { userId: buyer.userId, withdrawalId: "wdr_1", amountCents: 700 });
  const [held] = await db.all<{ ms: number }>(sql`SELECT payable_from_ms AS ms FROM withdrawals`);
  const paying = { withdrawalId: "wdr_1", userId: buyer.userId, operatorId: operator.userId };
  expect(await payWithdrawal(context, { ...paying, nowMs: (held?.ms ?? 0) + 30 * HOUR_MS })).toEqual({ ok: true });
  await ask("sup_1", noonMs, noonMs + 3 * HOUR_MS);
  await ask("sup_2", noonMs, noonMs + 26 * HOUR_MS);
  await ask("sup_3", noonMs, null);
});

describe("the figures of a week", () => {
  const counted = {
    ...{ week, inCents: 50_000, outCents: 700, heldCents: 49_300, owedCents: 0 },
    ...{ paid: 1, paidLate: 1, paidMedianMs: 30 * HOUR_MS },
    ...{ answered: 2, answeredLate: 1, answeredMedianMs: 26 * HOUR_MS },
    ...{ accounts: 2, activated: 1, bought: 1 },
  };

  it("are the money that came and went, what is held and owed, how long things took, and how far people came", async () => {
    const atMs = Date.parse(week) + WEEK_MS - 1;
    await count(atMs);
    expect(await weeks()).toEqual([{ ...counted, countedAtMs: atMs }]);
  });

  it("are counted again within the hour while it lasts, once a day for four weeks after it, and then no more", async () => {
    const afterMs = (await weeks())[0]?.countedAtMs ?? 0;
    const countedAt = async (atMs: number) => {
      // Weeks without figures come first.
      await count(atMs);
      await count(atMs);
      return (await weeks())[0]?.countedAtMs;
    };
    expect(await countedAt(afterMs + 1)).toBe(afterMs);
    const dayMs = afterMs + 24 * HOUR_MS;
    expect(await countedAt(dayMs)).toBe(dayMs);
    const lastMs = Date.parse(week) + 5 * WEEK_MS;
    expect(await countedAt(lastMs)).toBe(lastMs);
    expect(await countedAt(lastMs + 48 * HOUR_MS)).toBe(lastMs);
    expect((await weeks())[0]).toEqual({ ...counted, countedAtMs: lastMs });
  });

  it("of weeks that were missed come four at a time, the latest first, down to when the first account began", async () => {
    await db.run(sql`DELETE FROM week_figures`);
    const atMs = noonMs + 5 * WEEK_MS;
    await count(atMs);
    expect((await weeks()).map((one) => one.week)).toEqual([2, 3, 4, 5].map((later) => addDays(week, 7 * later)));
    await count(atMs);
    const all = await weeks();
    expect(all.map((one) => one.week)).toEqual([0, 1, 2, 3, 4, 5].map((later) => addDays(week, 7 * later)));
    expect(all.map((one) => [one.inCents, one.heldCents])).toEqual([
      [50_000, 49_300],
      ...Array.from({ length: 5 }, () => [0, 49_300]),
    ]);
  });

  it("stand beside what is sold and left of each cask on offer", async () => {
    const { casks, moreCasks } = await runWork(db, readFigures(db, context.nowMs()));
    expect(casks.map(({ name, sold, reserved, total }) => [name, sold, reserved, total])).toEqual([["Glen", 1, 0, 10]]);
    expect(moreCasks).toBe(false);
  });
});
