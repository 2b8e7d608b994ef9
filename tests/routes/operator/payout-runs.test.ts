import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { reversePayment } from "~/areas/buying/settlement/settle-reversal";
import { giveRipeStake } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { putCask } from "../../support/people";
import { openPayouts, pageOf } from "../../support/payouts";

// Payout runs: what a file holds, how it is matched with what the bank has paid, and how it is called back.

const {
  db,
  people,
  get,
  decide,
  askedFor,
  stateOf,
  statesOf,
  actionsOn,
  setting,
  makeRun,
  runWith,
  fileOf,
  mark,
  callBack,
  cancel,
  context,
} = openPayouts();

const idsIn = (file: { text: string }) =>
  file.text
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(",")[0]);

describe("a payout run", () => {
  it("leaves out whose payment is disputed: they are listed as blocked, with the reason, and not as due", async () => {
    const [plain, disputed] = [await askedFor(710, { marks: ["one"] }), await askedFor(720, { marks: ["one"] })];
    const { paymentId } = await giveRipeStake(context, disputed.person, await putCask(context));
    await db.run(sql`UPDATE payments SET provider_payment_id = 'pi_' || id WHERE id = ${paymentId}`);
    await reversePayment(context, { eventId: "evt", providerPaymentId: `pi_${paymentId}`, refundedCents: null });
    const listed = async (state: string) => (await get(`/operator/withdrawals?state=${state}`, people.operator)).text;
    expect(await listed("due")).toContain(plain.id);
    expect(await listed("due")).not.toContain(disputed.id);
    expect(await listed("blocked")).toContain(disputed.id);
    expect(await listed("blocked")).toContain("One of this person’s payments is disputed");
    const page = (await get(`/operator/withdrawals/${disputed.id}`, people.operator)).text;
    expect(page).toContain("Account also used by");
    await makeRun(people.operator);
    expect(await statesOf([plain, disputed])).toEqual(["sending", "progress"]);
  });

  it("has all that one operator may pay now, and nothing that waits, needs two or is their own", async () => {
    const [plain, held, large] = [
      await askedFor(1_234),
      await askedFor(1_300, { daysAgo: 0 }),
      await askedFor(1_000_001),
    ];
    const own = await askedFor(900, { by: people.operator });
    const { location } = await makeRun(people.operator);
    const runId = location?.split("/").at(-1) ?? "";
    const file = await fileOf(runId, people.operator);
    expect(file.headers.get("Content-Disposition")).toMatch(/payout-run-\d+\.csv/);
    expect(file.text).toMatch(new RegExp(`${plain.id},.*,50100987650000,.*,12\\.34,DUN\\d+R1\r\n`));
    expect(idsIn(file)).toEqual([plain.id]);
    expect(await statesOf([plain, held, large, own])).toEqual(["sending", "progress", "progress", "progress"]);
    expect((await db.all(sql`SELECT row_count, total_cents FROM payout_runs WHERE id = ${runId}`))[0]).toEqual({
      row_count: 1,
      total_cents: 1_234,
    });
  });

  it("leaves what one operator may not pay to another, and takes no more than they may pay in a day", async () => {
    await setting("operator_cents_per_day", 2_500);
    const vouched = await askedFor(700, { daysAgo: 9 });
    await db.run(sql`INSERT INTO identity_checks (id, user_id, operator_id, outcome, checked_at_ms)
      VALUES (${`idc-${vouched.id}`}, ${vouched.person.userId}, ${people.operator.userId}, 'passed', 1)`);
    const { asked } = await runWith(1_500, 1_000, 1);
    expect(await statesOf([vouched, ...asked])).toEqual(["progress", "sending", "sending", "progress"]);
    expect((await makeRun(people.operator)).location).toBe("/operator/payout-runs?made=none");
    expect((await get("/operator/payout-runs?made=none", people.operator)).text).toContain("No run was made");
    await makeRun(people.second);
    expect(await statesOf([vouched, ...asked])).toEqual(Array(4).fill("sending"));
    await setting("operator_cents_per_day", 5_000_000);
  });

  it("is marked paid row by row in one form, which may be sent twice; a row without a reference stays with the bank", async () => {
    const { asked, runId } = await runWith(1_000, 2_000, 3_000);
    const [one, two, three] = asked.map(({ id }) => id) as [string, string, string];
    const typed = { [one]: "UTR-1", [two]: " ", [three]: "UTR-3" };
    const page = (await get(pageOf(runId), people.second)).text;
    for (const id of [one, two, three]) expect(page).toContain(`name="reference_${id}"`);
    const sent = await Promise.all([mark(runId, people.second, typed), mark(runId, people.second, typed)]);
    expect(sent.map(({ status, location }) => [status, location])).toEqual(Array(2).fill([303, pageOf(runId)]));
    expect(await statesOf(asked)).toEqual(["paid", "sending", "paid"]);
    const repeated = await mark(runId, people.second, { [one]: "UTR-9", [two]: "UTR-2" });
    expect([repeated.status, repeated.text.includes("1 request could not be marked paid")]).toEqual([409, true]);
    expect(await statesOf(asked)).toEqual(["paid", "paid", "paid"]);
    const kept = await db.all(
      sql`SELECT bank_reference AS ref FROM withdrawals WHERE id IN (${one}, ${two}, ${three}) ORDER BY ref`,
    );
    expect(kept).toEqual([{ ref: "UTR-1" }, { ref: "UTR-2" }, { ref: "UTR-3" }]);
    expect((await get("/operator/payout-runs", people.second)).text).toContain("done");
    await expectInvariants(db);
  });

  it("loses a row that the bank sent back: rejected, its amount is available again", async () => {
    const { asked, runId } = await runWith(1_000, 2_000);
    const [one] = asked as [(typeof asked)[number]];
    const page = await get(`/operator/withdrawals/${one.id}`, people.operator);
    expect(page.text).toContain("where it is marked paid");
    const alone = await decide(one.id, people.operator, { intent: "pay", bank_reference: "UTR-1" });
    expect([alone.status, alone.text.includes("It is in a payout run")]).toEqual([409, true]);
    await decide(one.id, people.operator, { intent: "reject", reason: "The account is closed." });
    expect(await statesOf(asked)).toEqual(["rejected", "sending"]);
    expect((await get("/wallet?tab=portfolio", one.person)).text).toContain("$10.00");
    expect((await mark(runId, people.operator, { [one.id]: "UTR-1" })).status).toBe(409);
    expect(await stateOf(one.id)).toBe("rejected");
    await expectInvariants(db);
  });

  it("is called back as a whole with a reason: what is undecided waits again, can be cancelled, and is in the next run", async () => {
    const { asked, runId } = await runWith(1_000, 2_000, 3_000);
    const [paid, cancelled, again] = asked as [(typeof asked)[number], (typeof asked)[number], (typeof asked)[number]];
    await mark(runId, people.operator, { [paid.id]: "UTR-1" });
    const without = await callBack(runId, people.second, " ");
    expect([without.status, without.text.includes("Enter the reason")]).toEqual([400, true]);
    for (let tap = 0; tap < 2; tap++) expect((await callBack(runId, people.second)).status).toBe(303);
    expect(await statesOf(asked)).toEqual(["paid", "progress", "progress"]);
    expect(await actionsOn(`payout-run:${runId}`)).toEqual(["payout-run-made", "payout-run-called-back"]);
    const page = (await get(pageOf(runId), people.operator)).text;
    for (const word of ["Called back", "The bank was closed.", people.second.userId, "UTR-1"])
      expect(page).toContain(word);
    expect(page).not.toContain('name="reference_');
    expect((await fileOf(runId, people.operator)).status).toBe(404);
    expect((await mark(runId, people.operator, { [again.id]: "UTR-2" })).status).toBe(409);
    await cancel(cancelled.id, cancelled.person);
    const next = await makeRun(people.second);
    expect(next.location).not.toContain(runId);
    expect(await statesOf(asked)).toEqual(["paid", "cancelled", "sending"]);
    await expectInvariants(db);
  });
});
