// What the public pages of proof read of the database: documents as they are now, counts and values as they stood when yesterday ended.
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { runWork } from "~/db/work";
import {
  listEvidence,
  readCaskTotals,
  readEvidence,
  readPublicDocument,
  yesterdayOf,
} from "~/areas/proof/read-evidence";
import { measureWaits, readService, readWaysOut } from "~/areas/proof/read-figures";
import { createTestContext } from "../../support/context";
import { creditWallet, giveStake, monthsAgo, value } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { addPaper, askAndAnswer, DAY_MS, HOUR_MS, openProved, payWithdrawal } from "../../support/proved";

const context = createTestContext();
const { db } = context;
const today = () => dateOf(context.nowMs());
const midnight = () => Date.parse(`${today()}T00:00:00Z`);
let holder: Person;
let caskId: string;

beforeEach(async () => void ({ holder, caskId } = await openProved(context)));

const yesterday = () => yesterdayOf(context.nowMs());
async function evidenceFile() {
  return (await readEvidence(context, caskId)) ?? expect.fail("no such cask");
}
const list = () => listEvidence(context, null);
const totals = () => runWork(db, readCaskTotals(db, yesterday()));
const times = () => runWork(db, readService(db, yesterday()));

describe("the pages of proof", () => {
  it("tell a cask's papers, what is missing, and where its public documents are kept", async () => {
    const shown = await addPaper(context, caskId, { kind: "insurance", expiresOn: addDays(today(), -1) });
    const hidden = await addPaper(context, caskId, { kind: "contract", visibility: "holders" });
    const file = await evidenceFile();
    expect(file.day).toBe(addDays(today(), -1));
    const told = file.shelves.map(({ kind, documents }) => [kind, documents.map(({ state, href }) => [state, href])]);
    expect(Object.fromEntries(told)).toEqual({
      ...{ "delivery-order": [], "warehouse-confirmation": [], gauge: [], photo: [] },
      insurance: [["expired", `/evidence/documents/${shown}`]],
      contract: [["valid", null]],
    });
    expect(JSON.stringify(file)).not.toContain("fileKey");
    const found = await Promise.all([shown, hidden].map((hash) => readPublicDocument(context, hash)));
    expect(found).toMatchObject([{ kind: "insurance", mediaType: "application/pdf" }, undefined]);
    // A document that has expired is not counted.
    expect((await list()).casks.find(({ id }) => id === caskId)?.kinds).toBe(1);
  });

  it("tell what we paid for a cask and our mark-up, or that it is not told", async () => {
    expect(await evidenceFile()).toMatchObject({ markUp: null });
    await db.run(sql`UPDATE casks SET bought_for_cents = 2000005 WHERE id = ${caskId}`);
    const { markUp, cask } = await evidenceFile();
    expect(markUp).toEqual({ boughtForCents: 2_000_005, paidCents: 40_000, addedCents: 10_000, percent: 25 });
    expect(cask).not.toHaveProperty("totalStakes");
  });

  it("count casks, those with a delivery order, and those that their warehouse has confirmed lately", async () => {
    await addPaper(context, caskId, { kind: "delivery-order" });
    for (const kind of ["delivery-order", "warehouse-confirmation"])
      await addPaper(context, await putCask(context), { kind });
    const issuedOn = today();
    await addPaper(context, await putCask(context), { kind: "warehouse-confirmation", issuedOn });
    const counts = await totals();
    const standing = (await list()).casks.filter(({ endedOn }) => endedOn === null);
    expect(counts.casks).toBe(standing.length);
    expect([counts.delivered, counts.confirmed]).toEqual([2, 1]);
  });

  it("show a corrected value beside the one that took its place, and who made it", async () => {
    const at = (daysAgo: number) => midnight() - daysAgo * DAY_MS;
    await db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, author, created_at_ms) VALUES
      ('val_wrong', ${caskId}, '2026-01-01', 99900, 'opinion', 'm', 's', 'provider', ${at(9)})`);
    await db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, author, reason, supersedes_id, created_at_ms)
      VALUES ('val_right', ${caskId}, '2026-01-01', 9990, 'measured', 'm', 's', 'warehouse-keeper', 'One nine too many', 'val_wrong', ${at(2)})`);
    expect((await evidenceFile()).valuations).toMatchObject(
      [
        { valueCents: 9_990, author: "warehouse-keeper", corrected: null },
        { valueCents: 99_900, author: "provider", corrected: { on: dateOf(at(2)), reason: "One nine too many" } },
      ].toSorted((a, b) => Number(b.corrected === null) - Number(a.corrected === null)),
    );
    expect((await evidenceFile()).valuations).toHaveLength(2);
  });

  it("say nothing of today: no value entered since midnight", async () => {
    await value(context, caskId, addDays(today(), -2), 77_700);
    expect((await evidenceFile()).valuations.map(({ valueCents }) => valueCents)).not.toContain(77_700);
    context.clock.advance(DAY_MS);
    expect((await evidenceFile()).valuations.map(({ valueCents }) => valueCents)).toContain(77_700);
  });

  it("say nothing of fewer than five waits, and median, slowest and late of more", () => {
    const waits = (...hours: number[]) => hours.map((hour) => ({ tookMs: hour * HOUR_MS, late: hour > 24 }));
    expect(measureWaits(waits(1, 2, 3, 4))).toEqual({ count: 4, figures: null });
    expect(measureWaits(waits(50, 1, 2, 30, 3, 4))).toEqual({
      count: 6,
      figures: { medianMs: 4 * HOUR_MS, slowestMs: 50 * HOUR_MS, late: 2 },
    });
  });

  it("measure what people waited for, from the rows, and count what is late and not done", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => signIn(context)));
    const before = await times();
    for (const [index, person] of people.entries()) {
      await creditWallet(context, person, 1_000);
      // Paid after 2, 4, 6, 8 and 30 hours; the sixth has waited for two days.
      const hours = [2, 4, 6, 8, 30][index] ?? null;
      await payWithdrawal(context, person, { fromMs: midnight() - 2 * DAY_MS, hours });
      await askAndAnswer(context, { atMs: midnight() - 20 * DAY_MS, hours: index + 1 });
    }
    context.clock.advance(DAY_MS);
    const { withdrawals, answers } = await times();
    expect(withdrawals.count - before.withdrawals.count).toBe(6);
    expect(withdrawals.figures).toMatchObject({ late: 2, slowestMs: 3 * DAY_MS });
    expect(answers.count - before.answers.count).toBe(6);
    expect(answers.figures?.slowestMs).toBeGreaterThanOrEqual(6 * HOUR_MS);
  });

  it("add up the returns of cycles paid in that time, and give no sum of so few that it would tell of people", async () => {
    const returned = async () => (await readWaysOut(context)).returns;
    const paid = async (atMs: number) => {
      const person = await signIn(context);
      const { stakeId } = await giveStake(context, person, caskId, { purchasedAtMs: monthsAgo(context, 30) });
      await payWithdrawal(context, person, { fromMs: atMs, hours: 1, stakeId });
    };
    await creditWallet(context, holder, 1_000);
    await payWithdrawal(context, holder, { fromMs: midnight() - DAY_MS, hours: 1 });
    await paid(midnight() - 91 * DAY_MS);
    for (let index = 0; index < 4; index++) await paid(midnight() - DAY_MS);
    context.clock.advance(DAY_MS);
    expect(await returned()).toEqual({ count: 4, paidCents: null });
    await paid(midnight() - DAY_MS);
    await paid(midnight() + DAY_MS);
    context.clock.advance(DAY_MS);
    expect(await returned()).toEqual({ count: 5, paidCents: 5_000 });
  });
});
