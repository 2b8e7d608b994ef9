import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { readOverview } from "~/areas/console/read-overview";
import { runWork } from "~/db/work";
import { addDays, dateOf } from "~/domain/calendar-date";
import { createTestContext, TestClock } from "../../support/context";
import { giveStake } from "../../support/holdings";
import { putCask, signIn } from "../../support/people";

const context = createTestContext({ clock: new TestClock(Date.parse("2026-11-22T09:00:00Z")) });
const { db } = context;
const today = dateOf(context.nowMs());

const listed = async () => (await runWork(db, readOverview(db, { nowMs: context.nowMs() }))).due;
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

  it("is storage that ends, of published casks that have not ended", async () => {
    const [caskId, draft] = [await putCask(context), await putCask(context, { published: false })];
    await db.run(sql`UPDATE casks SET storage_paid_until = ${addDays(today, 9)} WHERE id IN (${caskId}, ${draft})`);
    const dates = await listed();
    expect(of(dates, caskId)).toEqual([["storage", "", addDays(today, 9)]]);
    expect(of(dates, draft)).toEqual([]);
  });

  it("is a dispute that the provider takes evidence about, on the page of its payment", async () => {
    const holder = await signIn(context);
    const [open, lost] = [
      await giveStake(context, holder, await putCask(context)),
      await giveStake(context, holder, await putCask(context)),
    ];
    const until = Date.parse(`${addDays(today, 7)}T23:59:59Z`);
    for (const { paymentId } of [open, lost])
      await db.run(sql`UPDATE payments SET state = 'disputed', reason = 'disputed', answer_by_ms = ${until}
        WHERE id = ${paymentId}`);
    await db.run(sql`UPDATE payments SET reason = 'dispute-lost' WHERE id = ${lost.paymentId}`);
    const dates = await listed();
    expect(of(dates, open.paymentId)).toEqual([["dispute", "", addDays(today, 7)]]);
    expect(of(dates, lost.paymentId)).toEqual([]);
  });
});
