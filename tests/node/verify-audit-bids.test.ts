import { afterAll, describe, expect, it } from "vitest";
import { sha } from "../support/audit-history";
import {
  type Bid,
  type Change,
  CLOSES,
  COUNTED,
  historyWith,
  oneOf,
  open,
  OPENED,
  type WithBids,
  withdrawnFrom,
  wrongAfter,
} from "./support/audit-bids";
import { dateAt, history, removeFolders, run } from "./support/audit-folders";
import { openAuditSite } from "./support/audit-site";

// Bids in a made-up history: what the public program says of a count, a rule or a vote that was changed, with everything else made to fit.

afterAll(removeFolders);

describe("a bid and its votes", () => {
  it("that fit together pass", async () => {
    expect(await wrongAfter({})).toEqual([]);
  });

  it.each<[string, Change, RegExp]>([
    [
      "a vote turned round",
      { list: (all) => (oneOf(all, 5).choice = "accept") },
      /list.stakes: 5 accept, the day says 4/,
    ],
    [
      "a no left out of the count",
      { list: (all) => (oneOf(all, 5).choice = null) },
      /list.stakes: 1 decline, the day says 2 declined/,
    ],
    [
      "a field that a list of votes does not have",
      { list: (all) => Object.assign(all, { more: 1 }) },
      /list.more: is no field of the format/,
    ],
    [
      "a field with a version of its own",
      { counted: (bid) => Object.assign(bid, { z: { a: 1, version: 3 } }) },
      /bids\[bid_1\].z: is no field of the format/,
    ],
    [
      "a rule of nobody",
      { counted: (bid) => (bid.rule.voted_parts = 0) },
      /rule.voted_parts: 0 is not a number from 1 to 99/,
    ],
    [
      "a result of another kind",
      { counted: (bid) => (bid.result = "open") },
      /result: "open" is not accepted, refused or expired or null/,
    ],
    [
      "a choice of another kind",
      { list: (all) => (oneOf(all, 1).choice = "yes") },
      /list.stakes\[0\].choice: "yes" is not accept or decline or null/,
    ],
    [
      "a vote counted twice",
      { list: (all) => all.stakes.splice(1, 0, oneOf(all, 1)) },
      /list.stakes\[1\].mark: is not in order, or there twice/,
    ],
    [
      "votes in another order than their marks'",
      { list: (all) => all.stakes.reverse() },
      /list.stakes\[1\].mark: is not in order, or there twice/,
    ],
    [
      "a vote with its time",
      { list: (all) => Object.assign(oneOf(all, 1), { time: OPENED }) },
      /list.stakes\[0\].time: is no field of the format/,
    ],
    [
      "a silent stake counted as yes",
      { list: (all) => (oneOf(all, 7).choice = "accept") },
      /list.stakes: 5 accept, the day says 4 accepted/,
    ],
    [
      "the silent counted as yes in the counts",
      { counted: (bid) => Object.assign(bid, { accepted: 8 }) },
      /list.stakes: 4 accept, the day says 8 accepted/,
    ],
    ["a stake left out", { list: (all) => all.stakes.pop() }, /list.stakes: are 9, the day says 10 issued/],
    ["the list of another bid", { list: (all) => (all.bid_id = "bid_2") }, /list.bid_id/],
    [
      "a result that is not its rule's",
      { counted: (bid) => (bid.result = "refused") },
      /result: is refused; by its rule 4 of 6 voted of 10 is accepted/,
    ],
    [
      "a result before the close",
      { day: (days) => Object.assign(days[2]?.bids[0] ?? {}, { ...days[3]?.bids[0] }) },
      /2026-10-31 bids\[bid_1\].result: is there before the vote has closed/,
    ],
    [
      "a rule changed after publication",
      { counted: (bid) => (bid.rule.accepted_whole = 4) },
      /bids\[bid_1\].rule.accepted_whole: was 3 on 2026-10-31, is 4/,
    ],
    [
      "a price changed after publication",
      { counted: (bid) => Object.assign(bid, { gross_cents: 1226 }) },
      /bids\[bid_1\].gross_cents: was 1225 on 2026-10-31, is 1226/,
    ],
    [
      "a count changed later",
      { day: (days) => Object.assign(days[4]?.bids[0] ?? {}, { issued: 11 }) },
      /2026-11-02 bids\[bid_1\].issued: was 10 on 2026-11-01, is 11/,
    ],
    [
      "a bid that is dropped",
      { day: (days) => (days[5] as WithBids).bids.pop() },
      /bids\[bid_1\]: stands in .*dropped/,
    ],
    ["a net that is not divided", { counted: (bid) => (bid.net_per_stake_cents = 101) }, /net_per_stake_cents/],
  ])("%s: FAIL, and it is named", async (_, change, words) => {
    const said = await wrongAfter(change);
    expect(said.join("\n")).toMatch(words);
  });

  // What follows from a bid's own figures, whichever day says it.
  const everyDay = (change: (bid: Bid, at: number) => void): Change => ({
    day: (days) => days.forEach(({ bids: [bid] }, at) => bid && change(bid, at)),
  });
  const counted = (field: string, value: unknown): Change => ({ counted: (bid) => (bid[field] = value) });
  const early = (field: string, value: unknown): Change => ({
    day: (days) => Object.assign(days[2]?.bids[0] ?? {}, { [field]: value }),
  });
  const together = (field: string) => `${field}: goes together with result`;
  it.each<[string, Change, string]>([
    [
      "more than all must accept",
      everyDay((bid) => (bid.rule.accepted_parts = 4)),
      "10-29 bids[bid_1].rule.accepted_parts: is more than the whole",
    ],
    [
      "more than all must vote",
      everyDay((bid) => (bid.rule.voted_parts = 3)),
      "10-29 bids[bid_1].rule.voted_parts: is more than the whole",
    ],
    [
      "fees above the price",
      everyDay((bid) => (bid.fees_cents = 1226)),
      "10-29 bids[bid_1].fees_cents: are more than the price",
    ],
    [
      "a net that is rounded up",
      everyDay((bid) => (bid.net_per_stake_cents = 101)),
      "10-29 bids[bid_1].net_per_stake_cents: is not the price less fees, divided by the stakes",
    ],
    [
      "a price for no stakes",
      everyDay((bid) => Object.assign(bid, { stakes: 0, fees_cents: 1225, net_per_stake_cents: 0 })),
      "10-29 bids[bid_1].net_per_stake_cents: is not the price less fees, divided by the stakes",
    ],
    [
      "a close at the moment of opening",
      everyDay((bid) => (bid.opened_at = CLOSES)),
      "10-29 bids[bid_1].closes_at: is not after opened_at",
    ],
    [
      "one that opens on a later day",
      everyDay((bid) => (bid.opened_at = "2026-10-30T00:00:00.000Z")),
      "10-29 bids[bid_1].opened_at: is after this day",
    ],
    [
      "withdrawn before it opened",
      everyDay((bid) => (bid.withdrawn_at = "2026-10-20T08:59:59.999Z")),
      "10-29 bids[bid_1].withdrawn_at: is before it opened, or after this day",
    ],
    [
      "withdrawn on a later day",
      everyDay((bid) => (bid.withdrawn_at = "2026-10-30T00:00:00.000Z")),
      "10-29 bids[bid_1].withdrawn_at: is before it opened, or after this day",
    ],
    ["a count without a result", early("accepted", 4), `10-31 bids[bid_1].${together("accepted")}`],
    ["a refusal without a result", early("declined", 2), `10-31 bids[bid_1].${together("declined")}`],
    ["what was issued without a result", early("issued", 10), `10-31 bids[bid_1].${together("issued")}`],
    ["a list without a result", early("list_sha256", sha("list")), `10-31 bids[bid_1].${together("list_sha256")}`],
    ["a result without a count", counted("accepted", null), `11-01 bids[bid_1].${together("accepted")}`],
    [
      "more votes than stakes",
      counted("accepted", 9),
      "11-01 bids[bid_1].accepted: 9, with 2 declined, are more than the 10 issued",
    ],
    [
      "a withdrawal that is taken back",
      { day: (days) => Object.assign(days[1]?.bids[0] ?? {}, { withdrawn_at: OPENED }) },
      `10-31 bids[bid_1].withdrawn_at: was "${OPENED}" on 2026-10-30, is null`,
    ],
    [
      "a bid that is there twice",
      { day: (days) => days[2]?.bids.push(structuredClone(open)) },
      "10-31 bids[1]: not in order, or there twice",
    ],
    ["the list of another bid", { list: (all) => (all.bid_id = "bid_2") }, '11-03 bids[bid_1].list.bid_id: is "bid_2"'],
    [
      "more votes than the cask has stakes",
      everyDay((bid, at) => {
        Object.assign(bid, { stakes: 9, net_per_stake_cents: 133 });
        if (at >= COUNTED) bid.issued = 9;
      }),
      "11-03 bids[bid_1].list.stakes: are 10, the cask has 9",
    ],
  ])("%s: FAIL, and told in these words", async (_, change, words) => {
    expect(await wrongAfter(change)).toContain(`2026-${words}`);
  });

  const bounds = (more: Partial<Bid>) => everyDay((bid) => Object.assign(bid, more));
  const ruled = (rule: object, result: string) =>
    everyDay((bid, at) => {
      Object.assign(bid.rule, rule);
      if (at >= COUNTED) bid.result = result;
    });
  it.each<[string, Change]>([
    ["fees that take all of it", bounds({ fees_cents: 1225, net_per_stake_cents: 0 })],
    ["one that opens on this very day", bounds({ opened_at: `${dateAt(0)}T23:59:59.999Z` })],
    ["stakes without a mark", { list: (all) => all.stakes.forEach((one) => (one.mark = null)) }],
    ["withdrawn as it opened", bounds({ withdrawn_at: OPENED })],
    ["withdrawn on this very day", { day: (days) => withdrawnFrom(days, 3, "2026-11-01T23:59:59.999Z") }],
    ["a bid that is still open", { day: (days) => days.splice(COUNTED) }],
    ["a rule that asks all to accept", ruled({ accepted_parts: 3 }, "refused")],
    ["a rule that asks all to vote", ruled({ voted_parts: 2 }, "expired")],
    ["a rule that asks two of three to vote", ruled({ voted_parts: 2, voted_whole: 3 }, "expired")],
    ["a rule that asks six of ten to vote", ruled({ voted_parts: 3, voted_whole: 5 }, "accepted")],
    [
      "a cask of which no stake is issued any more",
      {
        list: (all) => (all.stakes = []),
        counted: (bid) => Object.assign(bid, { accepted: 0, declined: 0, issued: 0, result: "expired" }),
      },
    ],
    [
      "all of them voting",
      {
        list: (all) => all.stakes.forEach((one) => (one.choice ??= "decline")),
        counted: (bid) => Object.assign(bid, { declined: 6, result: "refused" }),
      },
    ],
  ])("%s passes", async (_, change) => {
    expect(await wrongAfter(change)).toEqual([]);
  });

  it("of several bids are looked at each", async () => {
    const list = sha("of another bid");
    const another = (days: WithBids[]) =>
      days.forEach(({ bids }) => {
        const [bid = expect.fail()] = bids;
        const ofItsOwn = { id: "bid_0", gross_cents: 1_226, list_sha256: bid.list_sha256 && list };
        bids.unshift({ ...structuredClone(bid), ...ofItsOwn });
      });
    expect(await wrongAfter({ day: another })).toEqual([
      `${dateAt(5)} bids[bid_0].list_sha256: the list ${list} is missing`,
    ]);
  });

  it("are read from a site, where a list that is missing is named", async () => {
    const site = await openAuditSite(history);
    const { all, text } = historyWith({});
    const path = `/audit/bids/${sha(text)}.json`;
    site.show(all, new Map([[path, text]]));
    expect(await run(site.origin)).toMatchObject({ code: 0 });
    site.break(path, 404);
    const { said } = await run(site.origin);
    expect(said).toContain(`FAIL ${dateAt(5)} bids[bid_1].list_sha256: the list ${sha(text)} is missing`);
    site.break(path, 503);
    expect((await run(site.origin)).said).toContain(`FAIL ${dateAt(5)} bids[bid_1].list: ${path} answers 503`);
    site.stop();
  });
});
