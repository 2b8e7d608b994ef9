import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { listDueDates } from "~/areas/notices/list-due-dates";
import { dateOf } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import type { TestContext } from "../../../support/context";
import { giveStake } from "../../../support/holdings";
import { putCask, signIn } from "../../../support/people";
import type { outboxOf } from "./caused-rows";

type Outbox = ReturnType<typeof outboxOf>;

export async function causeReturn(context: TestContext, { causedBy, noticeRow }: Outbox) {
  const { db, nowMs } = context;
  const [holder, today] = [await signIn(context), dateOf(nowMs())];
  const caskId = await putCask(context, { launchesInDays: -1600 });
  // Two cycles ago: on the 29th of February there was no such day 24 months before.
  await giveStake(context, holder, caskId, { purchasedAtMs: Date.parse(addMonths(today, -48)) });
  expect(await causedBy(() => listDueDates(context))).toEqual([
    noticeRow("return-ready", caskId, holder.userId, today),
  ]);
  await db.run(sql`UPDATE due_dates SET listed_at_ms = 0`);
  expect(await causedBy(() => listDueDates(context))).toEqual([]);
}
