import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { voteByLink } from "~/areas/market/vote";
import { bidUrl } from "~/areas/market/voters";
import { countBids } from "~/areas/market/count-bids";
import { readBid, readLinkedBid } from "~/areas/market/read-bid";
import { openBids } from "../../../support/bids";
import { createTestContext } from "../../../support/context";
import { openSession } from "../../../support/open-session";
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
async function suspend(userId: string, atMs: number) {
  await run(sql`INSERT INTO suspensions (id, user_id, operator_id, reason, suspended_at_ms)
    VALUES (${context.newId("sus")}, ${userId}, ${bids.first.userId}, 'Looked at.', ${atMs})`);
  await run(sql`UPDATE users SET suspended_at_ms = ${atMs} WHERE id = ${userId}`);
}

describe("a vote", () => {
  it("counts for all stakes of its holder, changed freely until the end, and not again when sent twice", async () => {
    await give(asha, 3);
    await give(ben, 2);
    const bidId = await bids.opened(caskId);
    for (const choice of ["accept", "accept", "decline", "accept"] as const)
      expect(await bids.choose(asha.userId, bidId, choice)).toEqual({ ok: true });
    expect((await bids.votesOf(bidId)).map(({ choice }) => choice)).toEqual(["accept", "decline", "accept"]);
    await bids.toClose(bidId);
    expect(await bids.choose(ben.userId, bidId, "decline")).toEqual({ ok: false, code: "closed" });
    await countBids(context);
    expect(await bids.countedOf(bidId)).toEqual({ state: "accepted", issued: 5, accepted: 3, declined: 0 });
  });

  it("is for holders: neither strangers, nor staff, nor suspended users cast one, and one cast before a suspension does not count", async () => {
    const [stranger, staff] = [await signIn(context), await signIn(context, { reader: true })];
    await give(asha, 2);
    await give(ben, 1);
    await give(staff, 1);
    const bidId = await bids.opened(caskId);
    expect(await bids.choose(stranger.userId, bidId, "accept")).toEqual({ ok: false, code: "no-such-bid" });
    expect(await bids.choose(staff.userId, bidId, "accept")).toEqual({ ok: false, code: "no-vote" });
    expect(await bids.choose(asha.userId, bidId, "accept")).toEqual({ ok: true });
    for (const { userId } of [asha, ben]) await suspend(userId, context.nowMs());
    for (const { userId } of [asha, ben])
      expect(await bids.choose(userId, bidId, "decline")).toEqual({ ok: false, code: "no-vote" });
    expect(await bids.close(bidId)).toEqual({ state: "expired", issued: 4, accepted: 0, declined: 0 });
  });

  it("counts if its holder was suspended from the close on, or only until then", async () => {
    await give(asha, 2);
    await give(ben, 1);
    const bidId = await bids.opened(caskId);
    for (const { userId } of [asha, ben]) await bids.choose(userId, bidId, "accept");
    await suspend(ben.userId, context.nowMs());
    await bids.toClose(bidId);
    await run(
      sql`UPDATE suspensions SET restored_by = ${bids.first.userId}, restored_at_ms = ${context.nowMs() - 1} WHERE user_id = ${ben.userId}`,
    );
    await suspend(asha.userId, context.nowMs());
    context.clock.advance(5 * 3_600_000);
    await countBids(context);
    expect(await bids.countedOf(bidId)).toEqual({ state: "accepted", issued: 3, accepted: 3, declined: 0 });
  });

  it("of a session that ended meanwhile is not written", async () => {
    await give(asha, 1);
    const bidId = await bids.opened(caskId);
    const { vote } = await import("~/areas/market/vote");
    await vote(context, openSession(context, asha.userId, { alive: false }), { bidId, choice: "accept" });
    expect(await bids.votesOf(bidId)).toEqual([]);
  });

  it("on a draft is none, and nobody but operators sees a draft", async () => {
    await give(asha, 1);
    const bidId = await bids.drafted(caskId);
    expect(await bids.choose(asha.userId, bidId, "accept")).toEqual({ ok: false, code: "no-such-bid" });
    expect((await readBid(context, openSession(context, asha.userId), bidId)).bid).toBeNull();
  });
});

describe("the count", () => {
  it("takes each stake as it stood at the close, though the timer comes hours later", async () => {
    const [own] = await give(asha, 3);
    const [frozen] = await give(ben, 2);
    const bidId = await bids.opened(caskId);
    await bids.choose(asha.userId, bidId, "decline");
    await bids.choose(ben.userId, bidId, "accept");
    const freeze = (stakeId: string | undefined, atMs: number) =>
      run(sql`UPDATE stakes SET state = 'frozen', state_at_ms = ${atMs} WHERE id = ${stakeId ?? ""}`);
    await freeze(frozen?.stakeId, START_MS + DAY_MS);
    await bids.toClose(bidId);
    await freeze(own?.stakeId, context.nowMs() + 60_000);
    // Changed twice after the close: the first change tells how it stood then.
    const thaw = (atMs: number) =>
      run(sql`UPDATE stakes SET state = 'active', state_at_ms = ${atMs} WHERE id = ${frozen?.stakeId ?? ""}`);
    await thaw(context.nowMs() + 60_000);
    await freeze(frozen?.stakeId, context.nowMs() + 120_000);
    await give(ben, 1);
    context.clock.advance(5 * 3_600_000);
    await countBids(context);
    expect(await bids.countedOf(bidId)).toEqual({ state: "refused", issued: 4, accepted: 1, declined: 3 });
    await countBids(context);
    expect(await db.all(sql`SELECT count(*) AS ballots FROM bid_ballots WHERE bid_id = ${bidId}`)).toEqual([
      { ballots: 4 },
    ]);
  });

  it("gives the vote of a stake that changed hands to its new holder", async () => {
    const [, , sold] = await give(asha, 3);
    await give(ben, 1);
    const bidId = await bids.opened(caskId);
    await bids.choose(asha.userId, bidId, "accept");
    await bids.choose(ben.userId, bidId, "decline");
    await bids.changeHands(sold?.stakeId ?? "", ben);
    expect(await bids.close(bidId)).toEqual({ state: "refused", issued: 4, accepted: 2, declined: 2 });
  });

  it("takes the silent for neither side: too few votes, and the bid expires", async () => {
    await give(asha, 3);
    await give(ben, 4);
    const bidId = await bids.opened(caskId);
    await bids.choose(asha.userId, bidId, "accept");
    expect(await bids.close(bidId)).toEqual({ state: "expired", issued: 7, accepted: 3, declined: 0 });
    expect(
      await db.all(
        sql`SELECT choice, count(*) AS n FROM bid_ballots WHERE bid_id = ${bidId} GROUP BY choice ORDER BY choice`,
      ),
    ).toEqual([
      { choice: null, n: 4 },
      { choice: "accept", n: 3 },
    ]);
  });

  it("of nobody's stakes expires", async () => {
    const bidId = await bids.opened(caskId);
    expect(await bids.close(bidId)).toEqual({ state: "expired", issued: 0, accepted: 0, declined: 0 });
  });

  it("does not come before the close", async () => {
    const bidId = await bids.opened(caskId);
    await bids.toClose(bidId);
    context.clock.advance(-1);
    await countBids(context);
    expect(await bids.countedOf(bidId)).toMatchObject({ state: "open" });
  });
});

describe("the link in the email", () => {
  const tokenOf = async (bidId: string, { userId, email }: Person) =>
    new URL(await bidUrl(context, { bidId, userId, email })).pathname.split("/").at(-1) ?? "";

  it("votes for its reader and this bid alone, until the address is another one", async () => {
    await give(asha, 1);
    await give(ben, 1);
    const bidId = await bids.opened(caskId);
    const token = await tokenOf(bidId, asha);
    const choice = "accept" as const;
    expect(await voteByLink(context, { bidId, token, choice })).toEqual({ ok: true });
    expect(await bids.votesOf(bidId)).toEqual([{ userId: asha.userId, choice }]);
    const forged = token.replace(asha.userId, ben.userId);
    for (const bad of [forged, `${token.slice(0, -1)}x`, "", "a.b"])
      expect(await voteByLink(context, { bidId, token: bad, choice })).toEqual({ ok: false, code: "no-such-bid" });
    const caskOther = await putCask(context);
    caskId = caskOther;
    await give(asha, 1);
    const other = await bids.opened(caskOther);
    expect(await voteByLink(context, { bidId: other, token, choice })).toEqual({ ok: false, code: "no-such-bid" });
    await run(sql`UPDATE users SET email = 'moved@example.com' WHERE id = ${asha.userId}`);
    expect(await readLinkedBid(context, { bidId, token })).toBeNull();
  });

  it("is counted together with the votes of the page, so that nobody votes endlessly", async () => {
    await give(asha, 1);
    const bidId = await bids.opened(caskId);
    const token = await tokenOf(bidId, asha);
    for (let n = 0; n < 60; n++)
      expect(await bids.choose(asha.userId, bidId, n % 2 === 0 ? "accept" : "decline")).toEqual({ ok: true });
    expect(await voteByLink(context, { bidId, token, choice: "accept" })).toMatchObject({ code: "too-often" });
    expect(await bids.votesOf(bidId)).toHaveLength(60);
  });
});
