import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listDueDates, readDueDates } from "~/areas/notices/list-due-dates";
import { runWork } from "~/db/work";
import { addDays, dateOf } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { sendNotice } from "~/areas/notices/send-notice";
import { createTestContext, TestClock } from "../../support/context";
import { giveStake } from "../../support/holdings";
import { putCask, signIn } from "../../support/people";

/** Two years before a leap day there is none, and shortly before midnight ten minutes more are another day. */
const context = createTestContext({ clock: new TestClock(Date.parse("2026-11-22T09:00:00Z")) });
const { db } = context;
const today = dateOf(context.nowMs());

const listed = async (laterMs = 0) => {
  await listDueDates({ ...context, nowMs: () => context.nowMs() + laterMs });
  return (await runWork(db, readDueDates(db))).dates;
};
const of = (dates: Awaited<ReturnType<typeof listed>>, caskId: string) =>
  dates.filter((one) => one.id === caskId).map(({ kind, what, on }) => [kind, what, on]);
const paper = (caskId: string, kind: string, expiresOn: string | null, supersedes: string | null = null) => {
  const id = context.newId("evd");
  return db
    .run(
      sql`INSERT INTO evidence (id, cask_id, kind, issuer, issued_on, expires_on, visibility, file_key, media_type, size_bytes, sha256, supersedes_id, created_at_ms)
      VALUES (${id}, ${caskId}, ${kind}, 'Bond', '2024-01-01', ${expiresOn}, 'public', ${id}, 'application/pdf', 1, ${"0".repeat(64)}, ${supersedes}, 1)`,
    )
    .then(() => id);
};

beforeEach(async () => {
  await db.run(sql`UPDATE due_dates SET listed_at_ms = 0`);
});

describe("what is due", () => {
  it("is a paper that has expired or will within 30 days, unless another outlasts or replaces it", async () => {
    const [late, soon, renewed, replaced, far] = await Promise.all(Array.from({ length: 5 }, () => putCask(context)));
    if (!late || !soon || !renewed || !replaced || !far) throw new Error("there are five");
    await paper(late, "insurance", addDays(today, -40));
    await paper(soon, "insurance", addDays(today, 30));
    await paper(renewed, "insurance", addDays(today, 3));
    await paper(renewed, "insurance", addDays(today, 300));
    await paper(replaced, "insurance", addDays(today, 400), await paper(replaced, "insurance", addDays(today, -1)));
    await paper(far, "insurance", addDays(today, 31));
    await paper(far, "photo", null);
    const dates = await listed();
    expect(of(dates, late)).toEqual([["paper", "insurance", addDays(today, -40)]]);
    expect(of(dates, soon)).toEqual([["paper", "insurance", addDays(today, 30)]]);
    expect([renewed, replaced, far].flatMap((caskId) => of(dates, caskId))).toEqual([]);
    expect(dates.map(({ on }) => on)).toEqual(dates.map(({ on }) => on).sort());
  });

  it("is storage that ends, and a value of sold stakes that becomes a year old; nothing of drafts and of casks that have ended", async () => {
    const [caskId, draft] = [await putCask(context), await putCask(context, { published: false })];
    await db.run(sql`UPDATE casks SET storage_paid_until = ${addDays(today, 9)} WHERE id IN (${caskId}, ${draft})`);
    expect(of(await listed(), caskId)).toEqual([["storage", "", addDays(today, 9)]]);
    expect(of(await listed(), draft)).toEqual([]);
    const held = await putCask(context, { launchesInDays: -360, closesInDays: 20 });
    await giveStake(context, await signIn(context), held);
    await db.run(sql`UPDATE due_dates SET listed_at_ms = 0`);
    const dates = of(await listed(), held);
    expect(dates).toEqual([["value", "", expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]]);
  });

  it("is the end of a cycle, counted by cask with the first day, on the day that its stakes go by", async () => {
    const holder = await signIn(context);
    const caskId = await putCask(context, { launchesInDays: -800, closesInDays: 20 });
    const boughtOn = [addMonths(addDays(today, 5), -24), addMonths(addDays(today, 12), -24), addDays(today, -100)];
    for (const day of boughtOn) await giveStake(context, holder, caskId, { purchasedAtMs: Date.parse(day) });
    const dates = (await listed()).filter((one) => one.id === caskId && one.kind === "cycle");
    expect(dates.map(({ what, on }) => [what, on])).toEqual([["2", addDays(today, 5)]]);
  });

  it("tells each holder once, one email a cask, that a cycle has ended with a return that can be asked for", async () => {
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
    await listed();
    await listed(11 * 60_000);
    await db.run(sql`UPDATE due_dates SET listed_at_ms = 0`);
    await listed();
    const told = await db.all<{ subject: string }>(
      sql`SELECT subject_id AS subject FROM outbox WHERE notice = 'return-ready' AND subject_id LIKE ${`%${gains}%`} ORDER BY id`,
    );
    const expected = [asha, bela].map(({ userId }) => `return-ready:${gains}:${userId}:${today}`).sort();
    expect(told.map(({ subject }) => subject).sort()).toEqual(expected);
    const send = (subject: string) => sendNotice(context, subject);
    for (const subject of [...expected, `return-ready:${loses}:${bela.userId}:${today}`]) await send(subject);
    const emails = context.mailer.to(asha.email);
    expect(emails.map(({ subject }) => subject)).toEqual([expect.stringContaining("$220.00 is ready for you")]);
    expect(emails[0]?.text).toContain("2 of your stakes");
    expect(emails[0]?.text).toContain("$220.00");
    expect(context.mailer.to(bela.email)).toHaveLength(1);
    expect(context.mailer.to(bela.email)[0]?.text).toContain("$110.00");
    expect(context.mailer.to(carl.email)).toEqual([]);
    const yesterday = context.nowMs() - 86_400_000;
    await db.run(sql`UPDATE due_dates SET listed_at_ms = ${yesterday}`);
    await listed(86_400_000);
    const later = await db.all<{ subject: string }>(
      sql`SELECT subject_id AS subject FROM outbox WHERE notice = 'return-ready' AND subject_id LIKE ${`%${carl.userId}%`}`,
    );
    expect(later).toHaveLength(1);
  });

  it("is a dispute that the provider takes evidence about, on the page of its payment", async () => {
    const holder = await signIn(context);
    const [open, lost] = [
      await giveStake(context, holder, await putCask(context)),
      await giveStake(context, holder, await putCask(context)),
    ];
    const until = Date.parse(`${addDays(today, 7)}T23:59:59Z`);
    for (const { paymentId } of [open, lost])
      await db.run(
        sql`UPDATE payments SET state = 'disputed', reason = 'disputed', answer_by_ms = ${until} WHERE id = ${paymentId}`,
      );
    await db.run(sql`UPDATE payments SET reason = 'dispute-lost' WHERE id = ${lost.paymentId}`);
    const dates = await listed();
    expect(of(dates, open.paymentId)).toEqual([["dispute", "", addDays(today, 7)]]);
    expect(of(dates, lost.paymentId)).toEqual([]);
  });

  it("is listed every ten minutes", async () => {
    const caskId = await putCask(context);
    await listed();
    await paper(caskId, "insurance", today);
    expect(of(await listed(5 * 60_000), caskId)).toEqual([]);
    expect(of(await listed(11 * 60_000), caskId)).toEqual([["paper", "insurance", today]]);
  });
});
