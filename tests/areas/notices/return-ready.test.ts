import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { sendNotice } from "~/areas/notices/send-notice";
import { notifyReturns } from "~/areas/notices/stake-notices";
import { storeResults } from "~/core/timer/run-jobs";
import { addDays, DAY_MS, dateOf } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { createTestContext, TestClock } from "../../support/context";
import { giveStake } from "../../support/holdings";
import { putCask, signIn } from "../../support/people";

/** Two years before a leap day there is none. */
const context = createTestContext({ clock: new TestClock(Date.parse("2026-11-22T09:00:00Z")) });
const { db } = context;
const today = dateOf(context.nowMs());

it("the end of a cycle tells each holder once, one email a cask, of a return that can be asked for, and makes up for a missed day", async () => {
  const [gains, loses] = [
    await putCask(context, { launchesInDays: -800 }),
    await putCask(context, { launchesInDays: -800 }),
  ];
  const [asha, bela, carl] = [await signIn(context), await signIn(context), await signIn(context)];
  const on = (days: number) => ({ purchasedAtMs: Date.parse(addMonths(addDays(today, days), -24)) + 3_600_000 });
  for (const holder of [asha, asha, bela]) await giveStake(context, holder, gains, on(0));
  await giveStake(context, bela, loses, on(0));
  await giveStake(context, carl, gains, on(1));
  await db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
      VALUES (${context.newId("val")}, ${gains}, ${addDays(today, -9)}, 61_000, 'measured', 'Regauge', 'Bond', 1)`);
  for (let times = 0; times < 2; times += 1) await notifyReturns(context);
  const told = await db.all<{ subject: string; urgent: number }>(sql`SELECT subject_id AS subject, urgent FROM outbox
    WHERE notice = 'return-ready' AND subject_id LIKE ${`%${gains}%`} ORDER BY id`);
  const expected = [asha, bela].map(({ userId }) => `return-ready:${gains}:${userId}:${today}`).sort();
  expect(told.map(({ subject }) => subject).sort()).toEqual(expected);
  // They go to many, at a pace.
  expect(told.map(({ urgent }) => urgent)).toEqual([-1, -1]);
  const send = (subject: string) => sendNotice(context, subject);
  for (const subject of [...expected, `return-ready:${loses}:${bela.userId}:${today}`]) await send(subject);
  const emails = context.mailer.to(asha.email);
  expect(emails.map(({ subject }) => subject)).toEqual([expect.stringContaining("$220.00 is ready for you")]);
  expect(emails[0]?.text).toContain("2 of your stakes");
  expect(emails[0]?.text).toContain("$220.00");
  expect(context.mailer.to(bela.email)).toHaveLength(1);
  expect(context.mailer.to(bela.email)[0]?.text).toContain("$110.00");
  expect(context.mailer.to(carl.email)).toEqual([]);
  await storeResults(context, [{ name: "tell-returns", ok: true, durationMs: 1 }]);
  const again = { ...context, nowMs: () => context.nowMs() + 2 * DAY_MS };
  await notifyReturns({ ...context, nowMs: () => context.nowMs() + 3_600_000 });
  await notifyReturns(again);
  const later = await db.all<{ subject: string }>(sql`SELECT subject_id AS subject FROM outbox
    WHERE notice = 'return-ready' AND subject_id LIKE ${`%${carl.userId}%`}`);
  expect(later).toHaveLength(1);
});
