// What the public pages of proof read of the database: documents as they are now, counts and values as they stood when yesterday ended.
import { beforeEach, describe, expect, it } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { runWork } from "~/db/work";
import { listEvidence, readCaskTotals, readEvidence } from "~/areas/proof/read-evidence";
import { yesterdayOf } from "~/areas/proof/audit-steps";
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
const list = () => listEvidence(context);
const totals = () => runWork(db, readCaskTotals(db, yesterday()));
const times = () => runWork(db, readService(db, yesterday()));

describe("the pages of proof", () => {
  it("count a document among the kinds that a cask has through the date on which it expires", async () => {
    for (const [kind, days] of Object.entries({ insurance: -1, gauge: 0, photo: 1 }))
      await addPaper(context, caskId, { kind, expiresOn: addDays(today(), days) });
    await addPaper(context, caskId, { kind: "contract", visibility: "holders" });
    expect((await list()).find(({ id }) => id === caskId)?.kinds).toBe(3);
    const shown = (await evidenceFile()).shelves.flatMap(({ documents }) => documents);
    const states = Object.fromEntries(shown.map(({ kind, state }) => [kind, state]));
    expect(states).toMatchObject({ insurance: "expired", gauge: "valid", photo: "valid" });
    expect((await evidenceFile()).day).toBe(addDays(today(), -1));
    expect(JSON.stringify(await evidenceFile())).not.toContain("fileKey");
  });

  it("count casks, and those that their warehouse has confirmed lately", async () => {
    await addPaper(context, await putCask(context), { kind: "warehouse-confirmation" });
    const issuedOn = today();
    await addPaper(context, await putCask(context), { kind: "warehouse-confirmation", issuedOn });
    const counts = await totals();
    const standing = (await list()).filter(({ endedOn }) => endedOn === null);
    expect(counts.casks).toBe(standing.length);
    expect(counts.confirmed).toBe(1);
  });

  it("say nothing of today: no value entered since midnight", async () => {
    await value(context, caskId, addDays(today(), -2), 77_700);
    expect((await evidenceFile()).valuations.map(({ valueCents }) => valueCents)).not.toContain(77_700);
    context.clock.advance(DAY_MS);
    expect((await evidenceFile()).valuations.map(({ valueCents }) => valueCents)).toContain(77_700);
  });

  it("say nothing of fewer than five waits, and median, slowest and late of more", () => {
    const measure = (...hours: number[]) =>
      measureWaits(
        hours.map((hour) => ({ startMs: 0, doneMs: hour * HOUR_MS })),
        60 * HOUR_MS,
        (startMs) => startMs + 24 * HOUR_MS,
      );
    expect(measure(1, 2, 3, 4)).toEqual({ count: 4, figures: null });
    expect(measure(50, 1, 2, 30, 3, 4)).toEqual({
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
