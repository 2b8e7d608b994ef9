import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { countBids, remindVoters, notifyBid } from "~/areas/market/count-bids";
import { bidUrl, readBid, readCaskBids, readLinkedBid } from "~/areas/market/read-bid";
import { vote, voteByLink } from "~/areas/market/vote";
import { sendNotice } from "~/areas/notices/send-notice";
import { runWork } from "~/db/work";
import { addDays, DAY_MS, dateOf } from "~/domain/calendar-date";
import { openBids } from "../../support/bids";
import { createTestContext } from "../../support/context";
import { openExits, soldToday } from "../../support/exits";
import { value } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { openSession } from "../../support/open-session";
import { type Person, putCask, signIn } from "../../support/people";

const START_MS = Date.UTC(2026, 10, 24, 9);
const context = createTestContext();
const { db } = context;
let bids: Awaited<ReturnType<typeof openBids>>;
let [asha, ben] = [] as unknown as [Person, Person];
let caskId: string;

beforeEach(async () => {
  context.clock.nowMs = START_MS;
  bids = await openBids(context);
  [asha, ben] = [await signIn(context), await signIn(context)];
  caskId = await putCask(context, { totalStakes: 7 });
});

const give = (person: Person, count: number) => bids.give(person, caskId, count);
const seenBy = async ({ userId }: Person, bidId: string) =>
  (await readBid(context, openSession(context, userId), bidId)).bid;
const stepsToTell = (bidId: string) =>
  db.all(sql`SELECT replace(id, ${`tell-bid:${bidId}:`}, '') AS step FROM outbox
    WHERE id LIKE ${`tell-bid:${bidId}:%`} ORDER BY id`);
const freeze = (stakeId: string | undefined, atMs: number, state = "frozen") =>
  db.run(sql`UPDATE stakes SET state = ${state}, state_at_ms = ${atMs} WHERE id = ${stakeId ?? ""}`);
async function suspend({ userId }: Person, atMs: number) {
  await db.run(sql`INSERT INTO suspensions (id, user_id, operator_id, reason, suspended_at_ms)
    VALUES (${context.newId("sus")}, ${userId}, ${bids.first.userId}, 'Looked at.', ${atMs})`);
  await db.run(sql`UPDATE users SET suspended_at_ms = ${atMs} WHERE id = ${userId}`);
}

describe("a bid", () => {
  it("is drafted by one operator and published by another, each once however often it is sent", async () => {
    await give(asha, 1);
    const [bidId, terms] = [context.newId("bid"), { closes_on: addDays(dateOf(START_MS), 7) }];
    // The second time on a day on which a new draft with this date is refused.
    for (context.clock.nowMs of [START_MS, START_MS + DAY_MS])
      expect(await bids.draft(caskId, terms, bidId)).toEqual({ ok: true });
    context.clock.nowMs = START_MS;
    expect(await bids.publish(caskId, bidId, bids.first.userId)).toEqual({ ok: false, code: "own-bid" });
    expect(await bids.choose(asha.userId, bidId, "accept")).toEqual({ ok: false, code: "no-such-bid" });
    expect(await seenBy(asha, bidId)).toBeNull();
    for (let n = 0; n < 2; n++) expect(await bids.publish(caskId, bidId)).toEqual({ ok: true });
    expect(await db.all(sql`SELECT action FROM audit_log WHERE detail LIKE ${`bid:${bidId}%`} ORDER BY rowid`)).toEqual(
      [{ action: "bid-drafted" }, { action: "bid-published" }],
    );
    expect(await bids.draft(caskId, { note: "Another." }, bidId)).toEqual({ ok: false, code: "id-taken" });
    const figures = sql`SELECT net_per_stake_cents AS net, remainder_cents AS rest, stakes FROM bids WHERE id = ${bidId}`;
    expect(await db.all(figures)).toEqual([{ net: 141_094, rest: 4, stakes: 7 }]);
  });

  it("is published only while neither its author nor its publisher holds a stake in the cask", async () => {
    const bidId = await bids.drafted(caskId);
    await give(bids.second, 1);
    expect(await bids.publish(caskId, bidId)).toEqual({ ok: false, code: "own-stake" });
    const other = await putCask(context);
    const drafted = await bids.drafted(other);
    await bids.give(bids.first, other, 1);
    expect(await bids.publish(other, drafted)).toEqual({ ok: false, code: "not-allowed" });
  });

  it.each([
    ["closes_on", { closes_on: addDays(dateOf(START_MS), 6) }, "Closes on must be at least 7 days from today."],
    ["closes_on", { closes_on: addDays(dateOf(START_MS), 31) }, "Closes on must be at most 30 days from today."],
    ["fees", { fees: "10,000.08" }, "Fees must not be above the price."],
  ])("names the field that is wrong and keeps what was typed: %s", async (field, more, message) => {
    const outcome = await bids.draft(caskId, more);
    const typed = expect.objectContaining({ gross: "10,000.07" }) as unknown;
    expect(outcome).toMatchObject({ ok: false, code: "invalid", errors: { [field]: message }, typed });
    expect(await db.all(sql`SELECT id FROM bids WHERE cask_id = ${caskId}`)).toEqual([]);
  });

  it("is not published once its close has come too near, or while a sale is proposed", async () => {
    const bidId = await bids.drafted(caskId);
    context.clock.advance(4 * DAY_MS);
    expect(await bids.publish(caskId, bidId)).toEqual({ ok: false, code: "closes-too-soon" });
    await (await openExits(context)).proposed(caskId);
    expect(await bids.publish(caskId, await bids.drafted(caskId))).toEqual({ ok: false, code: "sale-proposed" });
  });

  it("allows no other bid and no other sale while it is open or accepted", async () => {
    await give(asha, 4);
    const exits = await openExits(context);
    const [first, other] = [await bids.opened(caskId), await bids.drafted(caskId, { gross: "20000" })];
    expect(await bids.publish(caskId, other)).toEqual({ ok: false, code: "other-bid" });
    expect(await exits.propose(caskId)).toEqual({ ok: false, code: "votes-open" });
    await bids.choose(asha.userId, first, "accept");
    expect(await bids.close(first)).toMatchObject({ state: "accepted" });
    expect(await bids.publish(caskId, await bids.drafted(caskId))).toEqual({ ok: false, code: "other-bid" });
    for (const terms of [{ grossCents: 1_000_008 }, { feesCents: 12_346 }])
      expect(await exits.propose(caskId, soldToday(context, terms))).toEqual({ ok: false, code: "not-as-accepted" });
    const exitId = await exits.confirmed(caskId);
    expect(await db.all(sql`SELECT bid_id AS bid FROM cask_exits WHERE id = ${exitId}`)).toEqual([{ bid: first }]);
    expect(await exits.credit(exitId)).toBe("credited");
    expect(await bids.withdraw(caskId, first)).toEqual({ ok: false, code: "sale-proposed" });
    await expectInvariants(db);
  });

  it("is withdrawn as a draft, while open, or once accepted until its sale is proposed, but not at its close", async () => {
    await give(asha, 4);
    const exits = await openExits(context);
    const draft = await bids.drafted(caskId);
    for (let n = 0; n < 2; n++) expect(await bids.withdraw(caskId, draft)).toEqual({ ok: true });
    expect(await bids.publish(caskId, draft)).toEqual({ ok: false, code: "bid-decided" });
    const open = await bids.opened(caskId);
    expect(await bids.withdraw(caskId, open)).toEqual({ ok: true });
    expect(await stepsToTell(open)).toEqual([{ step: "opened" }, { step: "withdrawn" }]);
    expect(await bids.choose(asha.userId, open, "accept")).toEqual({ ok: false, code: "closed" });
    const bidId = await bids.opened(caskId);
    await bids.choose(asha.userId, bidId, "accept");
    await bids.toClose(bidId);
    expect(await bids.withdraw(caskId, bidId)).toEqual({ ok: false, code: "bid-closed" });
    await countBids(context);
    const exitId = await exits.proposed(caskId);
    expect(await bids.withdraw(caskId, bidId)).toEqual({ ok: false, code: "sale-proposed" });
    await db.run(sql`UPDATE cask_exits SET state = 'withdrawn', withdrawn_by = ${exits.first.userId}
      WHERE id = ${exitId}`);
    expect(await bids.withdraw(caskId, bidId)).toEqual({ ok: true });
    expect(await bids.countedOf(bidId)).toEqual({ state: "withdrawn", issued: 4, accepted: 4, declined: 0 });
    expect(await exits.propose(caskId)).toMatchObject({ ok: true });
  });

  it("shows its holder the credit to the cent, the price paid and the last value, and operators only who answered", async () => {
    const [one] = await give(asha, 2);
    await value(context, caskId, "2026-11-01", 60_400);
    await db.run(sql`INSERT INTO withdrawals (id, user_id, stake_id, cycle_number, interest_basis_points, reckoned_to_cents, amount_cents, mode, holder_name, bank_name,
        ifsc_code, account_number_sealed, account_last4, key_id, payable_from_ms, created_at_ms, updated_at_ms)
      VALUES ('wdr_1', ${asha.userId}, ${one?.stakeId ?? ""}, 1, 1, 60400, 10400, 'Bank', 'h', 'b', 'i', 's', '4', 'k', 1, 1, 1)`);
    await give(ben, 3);
    const bidId = await bids.opened(caskId);
    const mine = { stakes: 2, frozen: 0, paidCents: 100_000, shareCents: 282_188, takenOffCents: 10_400 };
    expect(await seenBy(asha, bidId)).toMatchObject({
      state: "open",
      choice: null,
      counts: null,
      netPerStakeCents: 141_094,
      mine: { ...mine, creditCents: 271_788 },
      lastValue: { valueCents: 60_400, valuedOn: "2026-11-01", tier: "measured" },
    });
    await bids.choose(ben.userId, bidId, "decline");
    const seen = await runWork(db, readCaskBids(db, caskId));
    expect(seen[0]).toMatchObject({ voting: 5, answered: 3, counts: null, result: null });
    expect(JSON.stringify(seen)).not.toContain("decline");
  });

  it("is announced to holders at the start, to the silent three days before the end, and with its result, each once", async () => {
    const told = (notice: string) =>
      db.all<{ subject: string }>(sql`SELECT subject_id AS subject FROM outbox
        WHERE notice = ${notice} AND subject_id LIKE ${`%:${bidId}:%`} ORDER BY id`);
    const mailsTo = async (notice: string) => {
      for (const { subject } of await told(notice)) await sendNotice(context, subject);
    };
    await give(asha, 2);
    await give(ben, 1);
    const [frozen, staff] = [await signIn(context), await signIn(context, { reader: true })];
    const [held] = await give(frozen, 1);
    await freeze(held?.stakeId, START_MS);
    await give(staff, 1);
    const bidId = await bids.opened(caskId);
    for (let n = 0; n < 2; n++) await notifyBid(context, `${bidId}:opened`);
    const holders = [asha, ben, frozen].map(({ userId }) => ({ subject: `bid-opened:${bidId}:${userId}` }));
    expect(await told("bid-opened")).toHaveLength(3);
    expect(await told("bid-opened")).toEqual(expect.arrayContaining(holders));
    await mailsTo("bid-opened");
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
    await notifyBid(context, `${bidId}:ending`);
    expect(await told("bid-ending")).toHaveLength(2);
    expect(await told("bid-ending")).toContainEqual({ subject: `bid-ending:${bidId}:${ben.userId}` });
    await bids.close(bidId);
    await notifyBid(context, `${bidId}:counted`);
    await mailsTo("bid-counted");
    expect(await stepsToTell(bidId)).toMatchObject([{ step: "counted" }, { step: "ending" }, { step: "opened" }]);
    expect(context.mailer.to(ben.email).at(-1)?.subject).toBe("Test Hogshead: the bid was accepted");
    expect(context.mailer.to(ben.email).at(-1)?.text).toContain("2 of 4 stakes voted: 2 accepted and 0 declined.");
  });
});

describe("a vote", () => {
  it("counts for all stakes of its holder, changed freely until the end, and not again when sent twice", async () => {
    await give(asha, 3);
    await give(ben, 2);
    const bidId = await bids.opened(caskId);
    for (const choice of ["accept", "accept", "decline", "accept"] as const)
      expect(await bids.choose(asha.userId, bidId, choice)).toEqual({ ok: true });
    await vote(context, openSession(context, ben.userId, { alive: false }), { bidId, choice: "decline" });
    expect((await bids.votesOf(bidId)).map(({ choice }) => choice)).toEqual(["accept", "decline", "accept"]);
    await bids.toClose(bidId);
    expect(await bids.choose(ben.userId, bidId, "decline")).toEqual({ ok: false, code: "closed" });
    context.clock.advance(-1);
    await countBids(context);
    expect(await bids.countedOf(bidId)).toMatchObject({ state: "open" });
    expect(await bids.close(bidId)).toEqual({ state: "accepted", issued: 5, accepted: 3, declined: 0 });
  });

  it("is seen and cast by holders only, and counted unless its holder was suspended at the close", async () => {
    const [stranger, cara] = [await signIn(context), await signIn(context)];
    const staff = await signIn(context, { reader: true });
    for (const person of [asha, ben, cara, staff]) await give(person, 1);
    const bidId = await bids.opened(caskId);
    expect(await seenBy(stranger, bidId)).toBeNull();
    expect(await bids.choose(stranger.userId, bidId, "accept")).toEqual({ ok: false, code: "no-such-bid" });
    expect(await bids.choose(staff.userId, bidId, "accept")).toEqual({ ok: false, code: "no-vote" });
    for (const { userId } of [asha, ben, cara])
      expect(await bids.choose(userId, bidId, "accept")).toEqual({ ok: true });
    for (const person of [asha, ben]) {
      await suspend(person, context.nowMs());
      expect(await bids.choose(person.userId, bidId, "decline")).toEqual({ ok: false, code: "no-vote" });
    }
    await bids.toClose(bidId);
    await db.run(sql`UPDATE suspensions SET restored_by = ${bids.first.userId}, restored_at_ms = ${context.nowMs() - 1}
      WHERE user_id = ${ben.userId}`);
    await suspend(cara, context.nowMs());
    context.clock.advance(5 * 3_600_000);
    await countBids(context);
    expect(await bids.countedOf(bidId)).toEqual({ state: "accepted", issued: 4, accepted: 2, declined: 0 });
  });

  it("cast by the link in the email is for its reader and this bid alone, until the address is another one", async () => {
    await give(asha, 1);
    await give(ben, 1);
    const bidId = await bids.opened(caskId);
    const token = new URL(await bidUrl(context, { bidId, ...asha })).pathname.split("/").at(-1) ?? "";
    const choice = "accept" as const;
    expect(await voteByLink(context, { bidId, token, choice })).toEqual({ ok: true });
    expect(await bids.votesOf(bidId)).toEqual([{ userId: asha.userId, choice }]);
    const forged = token.replace(asha.userId, ben.userId);
    caskId = await putCask(context);
    await give(asha, 1);
    const other = await bids.opened(caskId);
    for (const bad of [forged, `${token.slice(0, -1)}x`, "", "a.b"])
      expect(await voteByLink(context, { bidId, token: bad, choice })).toEqual({ ok: false, code: "no-such-bid" });
    expect(await voteByLink(context, { bidId: other, token, choice })).toEqual({ ok: false, code: "no-such-bid" });
    // Votes by link and on the page are limited together.
    for (let n = 0; n < 59; n++)
      expect(await bids.choose(asha.userId, bidId, n % 2 === 0 ? "decline" : "accept")).toEqual({ ok: true });
    expect(await voteByLink(context, { bidId, token, choice })).toMatchObject({ code: "too-often" });
    expect(await bids.votesOf(bidId)).toHaveLength(60);
    await db.run(sql`UPDATE users SET email = 'moved@example.com' WHERE id = ${asha.userId}`);
    expect(await readLinkedBid(context, { bidId, token })).toBeNull();
  });
});

describe("the count", () => {
  it("takes each stake as it stood at the close, though the timer comes hours later", async () => {
    caskId = await putCask(context, { totalStakes: 8 });
    const [[own], [frozen]] = [await give(asha, 2), await give(ben, 2)];
    await give(await signIn(context), 3);
    const bidId = await bids.opened(caskId);
    await bids.choose(asha.userId, bidId, "accept");
    await bids.choose(ben.userId, bidId, "decline");
    await freeze(frozen?.stakeId, START_MS + DAY_MS);
    await bids.toClose(bidId);
    await freeze(own?.stakeId, context.nowMs());
    // Changed twice after the close: the first change tells how it stood then.
    await freeze(frozen?.stakeId, context.nowMs() + 60_000, "active");
    await freeze(frozen?.stakeId, context.nowMs() + 120_000);
    await give(ben, 1);
    context.clock.advance(5 * 3_600_000);
    for (let n = 0; n < 2; n++) await countBids(context);
    expect(await bids.countedOf(bidId)).toEqual({ state: "accepted", issued: 6, accepted: 2, declined: 1 });
    expect(await db.all(sql`SELECT number FROM bid_ballots WHERE bid_id = ${bidId}`)).toHaveLength(6);
  });

  it("counts the silent for neither side, and expires if too few voted or no one holds a stake", async () => {
    await give(asha, 3);
    await give(ben, 4);
    const [bidId, empty] = [await bids.opened(caskId), await bids.opened(await putCask(context))];
    await bids.choose(asha.userId, bidId, "accept");
    await bids.toClose(bidId);
    await remindVoters(context);
    expect(await stepsToTell(bidId)).toHaveLength(1);
    expect(await bids.close(bidId)).toEqual({ state: "expired", issued: 7, accepted: 3, declined: 0 });
    expect(await bids.countedOf(empty)).toMatchObject({ state: "expired", issued: 0 });
  });
});
