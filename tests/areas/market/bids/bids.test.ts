import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { bidUrl } from "~/areas/market/voters";
import { countBids, remindVoters, tellBid } from "~/areas/market/count-bids";
import { readBid, readCaskBids } from "~/areas/market/read-bid";
import { sendNotice } from "~/areas/notices/send-notice";
import { runWork } from "~/db/work";
import { openSession, TURNED_AWAY } from "../../../support/open-session";
import { openBids } from "../../../support/bids";
import { createTestContext } from "../../../support/context";
import { openExits, soldToday } from "../../../support/exits";
import { expectInvariants } from "../../../support/invariants";
import { type Person, putCask, signIn } from "../../../support/people";

const START_MS = Date.UTC(2026, 10, 24, 9);
const DAY_MS = 86_400_000;
const context = createTestContext();
const { db } = context;
let bids: Awaited<ReturnType<typeof openBids>>;
let asha: Person;
let ben: Person;
let caskId: string;

beforeEach(async () => {
  context.clock.nowMs = START_MS;
  bids = await openBids(context);
  [asha, ben] = [await signIn(context), await signIn(context)];
  caskId = await putCask(context, { totalStakes: 7 });
});

const give = (person: Person, count: number) => bids.give(person, caskId, count);
const run = (statement: ReturnType<typeof sql>) => db.run(statement);
const stepsToTell = async (bidId: string) => {
  const rows = await db.all<{ id: string }>(
    sql`SELECT id FROM outbox WHERE id LIKE ${`tell-bid:${bidId}:%`} ORDER BY id`,
  );
  return rows.map(({ id }) => id.split(":")[2]);
};

describe("a bid", () => {
  it("is drafted by one operator and published by another, each once however often it is sent", async () => {
    await give(asha, 1);
    const bidId = context.newId("bid");
    for (let n = 0; n < 2; n++) expect(await bids.draft(caskId, {}, bidId)).toEqual({ ok: true });
    expect(await bids.publish(caskId, bidId, bids.first.userId)).toEqual({ ok: false, code: "own-bid" });
    for (let n = 0; n < 2; n++) expect(await bids.publish(caskId, bidId)).toEqual({ ok: true });
    expect(await db.all(sql`SELECT action FROM audit_log WHERE detail LIKE ${`bid:${bidId}%`} ORDER BY rowid`)).toEqual(
      [{ action: "bid-drafted" }, { action: "bid-published" }],
    );
    expect(await bids.draft(caskId, { note: "Another." }, bidId)).toEqual({ ok: false, code: "id-taken" });
    const [bid] = await db.all(
      sql`SELECT net_per_stake_cents AS net, remainder_cents AS rest, stakes FROM bids WHERE id = ${bidId}`,
    );
    expect(bid).toEqual({ net: 141_094, rest: 4, stakes: 7 });
  });

  it("is drafted and published by operators alone, who hold no stake of the cask", async () => {
    await expect(bids.draft(caskId, {}, "bid_x", asha.userId)).rejects.toThrow(TURNED_AWAY);
    await give(bids.second, 1);
    expect(await bids.draft(caskId, {}, "bid_y", bids.second.userId)).toEqual({ ok: false, code: "own-stake" });
    expect(await bids.publish(caskId, await bids.drafted(caskId))).toEqual({ ok: false, code: "own-stake" });
    await run(sql`UPDATE stakes SET state = 'frozen' WHERE user_id = ${bids.second.userId}`);
    expect(await bids.draft(caskId, {}, "bid_y", bids.second.userId)).toEqual({ ok: false, code: "own-stake" });
    expect(await bids.publish(caskId, await bids.drafted(caskId))).toEqual({ ok: false, code: "own-stake" });
  });

  it("is not published if its drafter has bought a stake of the cask meanwhile", async () => {
    const bidId = await bids.drafted(caskId);
    await give(bids.first, 1);
    expect(await bids.publish(caskId, bidId)).toEqual({ ok: false, code: "not-allowed" });
  });

  it.each([
    ["closes_on", { closes_on: addDays(dateOf(START_MS), 6) }, "Closes on must be at least 7 days from today."],
    ["closes_on", { closes_on: "2026-01-01" }, "Closes on must be at least 7 days from today."],
    ["closes_on", { closes_on: addDays(dateOf(START_MS), 31) }, "Closes on must be at most 30 days from today."],
    ["fees", { fees: "10,000.08" }, "Fees must not be above the price."],
    ["note", { note: " " }, "What holders read is missing."],
    ["bidder_kind", { bidder_kind: "martian" }, "Bidder: choose one from the list."],
  ])("names the field that is wrong and keeps what was typed: %s", async (field, more, message) => {
    const outcome = await bids.draft(caskId, more);
    expect(outcome).toMatchObject({ ok: false, code: "invalid", errors: { [field]: message } });
    expect(outcome).toMatchObject({ typed: { gross: "10,000.07" } });
    expect(await db.all(sql`SELECT id FROM bids WHERE cask_id = ${caskId}`)).toEqual([]);
  });

  it("whose close has come too near is not published any more", async () => {
    const bidId = await bids.drafted(caskId);
    context.clock.advance(4 * DAY_MS);
    expect(await bids.publish(caskId, bidId)).toEqual({ ok: false, code: "closes-too-soon" });
  });

  it("is alone: no other is published while it is open or accepted, and no sale proposed", async () => {
    await give(asha, 4);
    const exits = await openExits(context);
    const [first, other] = [await bids.opened(caskId), await bids.drafted(caskId, { gross: "20000" })];
    expect(await bids.publish(caskId, other)).toEqual({ ok: false, code: "other-bid" });
    expect(await exits.propose(caskId)).toEqual({ ok: false, code: "votes-open" });
    await bids.choose(asha.userId, first, "accept");
    expect(await bids.close(first)).toMatchObject({ state: "accepted" });
    expect(await bids.publish(caskId, other)).toMatchObject({ ok: false });
    expect(await exits.propose(caskId, soldToday(context, { grossCents: 1_000_008 }))).toEqual({
      ok: false,
      code: "not-as-accepted",
    });
    const exitId = await exits.confirmed(caskId);
    expect(await db.all(sql`SELECT bid_id AS bid FROM cask_exits WHERE id = ${exitId}`)).toEqual([{ bid: first }]);
    expect(await bids.withdraw(caskId, first)).toEqual({ ok: false, code: "sale-proposed" });
    expect(await exits.credit(exitId)).toBe("credited");
    expect(await bids.withdraw(caskId, first)).toEqual({ ok: false, code: "sale-proposed" });
    await expectInvariants(db);
  });

  it("is not published while a sale is proposed", async () => {
    const exits = await openExits(context);
    await exits.proposed(caskId);
    expect(await bids.publish(caskId, await bids.drafted(caskId))).toEqual({ ok: false, code: "sale-proposed" });
  });

  it("is withdrawn as a draft, while open, and after it was accepted until its sale is proposed; never at its close", async () => {
    await give(asha, 4);
    const exits = await openExits(context);
    const draft = await bids.drafted(caskId);
    for (let n = 0; n < 2; n++) expect(await bids.withdraw(caskId, draft)).toEqual({ ok: true });
    expect(await bids.publish(caskId, draft)).toEqual({ ok: false, code: "bid-decided" });
    const open = await bids.opened(caskId);
    expect(await bids.withdraw(caskId, open)).toEqual({ ok: true });
    expect(await stepsToTell(open)).toEqual(["opened", "withdrawn"]);
    expect(await bids.choose(asha.userId, open, "accept")).toEqual({ ok: false, code: "closed" });
    const bidId = await bids.opened(caskId);
    await bids.choose(asha.userId, bidId, "accept");
    await bids.toClose(bidId);
    expect(await bids.withdraw(caskId, bidId)).toEqual({ ok: false, code: "bid-closed" });
    await countBids(context);
    const exitId = await exits.proposed(caskId);
    expect(await bids.withdraw(caskId, bidId)).toEqual({ ok: false, code: "sale-proposed" });
    await run(
      sql`UPDATE cask_exits SET state = 'withdrawn', withdrawn_by = ${exits.first.userId} WHERE id = ${exitId}`,
    );
    expect(await bids.withdraw(caskId, bidId)).toEqual({ ok: true });
    expect(await bids.countedOf(bidId)).toEqual({ state: "withdrawn", issued: 4, accepted: 4, declined: 0 });
    // Free again.
    expect(await exits.propose(caskId)).toMatchObject({ ok: true });
  });
});

describe("what is shown", () => {
  it("to the holder, before the vote: what would be credited to the cent, what was paid, and the last value", async () => {
    const [one] = await give(asha, 2);
    await run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
      VALUES ('val_1', ${caskId}, '2026-11-01', 60400, 'measured', 'm', 's', 1)`);
    await run(sql`INSERT INTO withdrawals (id, user_id, stake_id, cycle_number, interest_basis_points, reckoned_to_cents, amount_cents, mode, holder_name, bank_name,
        ifsc_code, account_number_sealed, account_last4, key_id, payable_from_ms, created_at_ms, updated_at_ms)
      VALUES ('wdr_1', ${asha.userId}, ${one?.stakeId ?? ""}, 1, 1, 60400, 10400, 'Bank', 'h', 'b', 'i', 's', '4', 'k', 1, 1, 1)`);
    const bidId = await bids.opened(caskId);
    const { bid } = await readBid(context, openSession(context, asha.userId), bidId);
    expect(bid).toMatchObject({
      state: "open",
      choice: null,
      netPerStakeCents: 141_094,
      mine: {
        stakes: 2,
        frozen: 0,
        paidCents: 100_000,
        shareCents: 282_188,
        takenOffCents: 10_400,
        creditCents: 271_788,
      },
      lastValue: { valueCents: 60_400, valuedOn: "2026-11-01", tier: "measured" },
      counts: null,
    });
  });

  it("to operators: how many have answered, and not how they voted", async () => {
    await give(asha, 3);
    await give(ben, 2);
    const bidId = await bids.opened(caskId);
    await bids.choose(asha.userId, bidId, "decline");
    const seen = await runWork(db, readCaskBids(db, caskId));
    expect(seen[0]).toMatchObject({ voting: 5, answered: 3, counts: null, result: null });
    expect(JSON.stringify(seen)).not.toContain("decline");
  });
});

describe("holders are told", () => {
  const told = (notice: string, bidId: string) =>
    db.all<{ subject: string }>(
      sql`SELECT subject_id AS subject FROM outbox WHERE notice = ${notice} AND subject_id LIKE ${`%:${bidId}:%`} ORDER BY id`,
    );
  const mailsTo = async (notice: string, bidId: string) => {
    for (const { subject } of await told(notice, bidId)) await sendNotice(context, subject);
  };

  it("at the start, the silent three days before the end, and of the result, each once", async () => {
    await give(asha, 2);
    await give(ben, 1);
    const [frozen, staff] = [await signIn(context), await signIn(context, { reader: true })];
    const [held] = await give(frozen, 1);
    await run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${held?.stakeId ?? ""}`);
    await give(staff, 1);
    const bidId = await bids.opened(caskId);
    for (let n = 0; n < 2; n++) await tellBid(context, `${bidId}:opened`);
    const holders = [asha, ben, frozen].map(({ userId }) => ({ subject: `bid-opened:${bidId}:${userId}` }));
    expect(await told("bid-opened", bidId)).toHaveLength(3);
    expect(await told("bid-opened", bidId)).toEqual(expect.arrayContaining(holders));
    await mailsTo("bid-opened", bidId);
    const mail = context.mailer.to(asha.email).at(-1);
    expect(mail?.subject).toBe("Vote on a bid of $1,410.94 per stake for Test Hogshead");
    expect(mail?.text).toContain("You would be credited: $2,821.88");
    expect(mail?.text).toContain(await bidUrl(context, { bidId, ...asha }));
    await bids.choose(asha.userId, bidId, "accept");
    await remindVoters(context);
    expect(await db.all(sql`SELECT reminded_at_ms AS at FROM bids WHERE id = ${bidId}`)).toEqual([{ at: null }]);
    await bids.toClose(bidId);
    context.clock.advance(-3 * DAY_MS);
    for (let n = 0; n < 2; n++) await remindVoters(context);
    await tellBid(context, `${bidId}:ending`);
    expect(await told("bid-ending", bidId)).toHaveLength(2);
    expect(await told("bid-ending", bidId)).toContainEqual({ subject: `bid-ending:${bidId}:${ben.userId}` });
    await bids.close(bidId);
    await tellBid(context, `${bidId}:counted`);
    await mailsTo("bid-counted", bidId);
    expect(await stepsToTell(bidId)).toEqual(["counted", "ending", "opened"]);
    expect(context.mailer.to(ben.email).at(-1)?.subject).toBe("Test Hogshead: the bid was accepted");
    expect(context.mailer.to(ben.email).at(-1)?.text).toContain("2 of 4 stakes voted: 2 accepted and 0 declined.");
  });
});
