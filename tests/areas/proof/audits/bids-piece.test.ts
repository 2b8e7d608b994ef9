import { beforeEach, expect, it } from "vitest";
import { readVotesFile } from "~/areas/proof/read-audit";
import type { BidList } from "~/domain/audit/audit-files";
import { registerMark } from "~/domain/audit/hashes";
import { auditBids } from "~/areas/proof/audit-books";
import { SLICE } from "~/areas/proof/audit-steps";
import { auditDeps, auditTomorrow, DAY_MS, tamper } from "../../../support/audits";
import { openBids } from "../../../support/bids";
import { createTestContext } from "../../../support/context";
import { putCask, signIn } from "../../../support/people";

const context = createTestContext();
const deps = auditDeps(context);
beforeEach(() => void (context.clock.nowMs = Date.UTC(2026, 10, 24, 9)));

const bidsAt = (endMs: number) => auditBids({ ...deps, date: "", endMs, size: SLICE });

it("a bid is listed in the audit from the day it opens, with its votes once they are counted", async () => {
  const bids = await openBids(context);
  const [asha, ben] = [await signIn(context), await signIn(context)];
  const caskId = await putCask(context, { totalStakes: 7 });
  const [first] = await bids.give(asha, caskId, 3);
  await bids.give(ben, caskId, 1);
  await bids.drafted(caskId);
  const before = await auditTomorrow(context);
  expect([before.version, before.bids]).toEqual([1, []]);
  const bidId = await bids.opened(caskId);
  await bids.choose(asha.userId, bidId, "accept");
  const during = await auditTomorrow(context);
  expect(during).toMatchObject({ version: 1, result: "PASS" });
  expect(during.bids).toMatchObject([{ id: bidId, cask_id: caskId, result: null, issued: null, list_sha256: null }]);
  await bids.close(bidId);
  context.clock.advance(DAY_MS / 24);
  const after = await auditTomorrow(context);
  expect(after.result).toBe("PASS");
  const [bid] = after.bids ?? [];
  expect(bid).toMatchObject({ result: "accepted", issued: 4, accepted: 3, declined: 0, withdrawn_at: null });
  const file = await readVotesFile(context, bid?.list_sha256 ?? "");
  const list = (await file?.json()) as BidList;
  const mark = registerMark({ certificateCode: first?.certificateId ?? "", stakeNumber: 1, caskId });
  // Times to the millisecond and numbers in a row would show which stakes are one person's.
  expect(new Set(list.stakes.map((one) => Object.keys(one).join()))).toEqual(new Set(["choice,mark"]));
  expect(list.stakes).toContainEqual({ choice: "accept", mark });
  expect(list.stakes.filter(({ choice }) => choice === "accept")).toHaveLength(3);
  expect(list.stakes.filter(({ choice }) => choice === null)).toHaveLength(1);
  expect(list.stakes).toEqual(list.stakes.toSorted((a, b) => ((a.mark ?? "") < (b.mark ?? "") ? -1 : 1)));
  expect(JSON.stringify(list)).not.toContain(asha.userId);
});

it("a count that leaves a ballot out, or a result that its rule does not give, is named, and the day is FAIL", async () => {
  const bids = await openBids(context);
  const asha = await signIn(context);
  const caskId = await putCask(context);
  await bids.give(asha, caskId, 2);
  const bidId = await bids.opened(caskId);
  await bids.choose(asha.userId, bidId, "accept");
  await bids.close(bidId);
  const problems = async () =>
    (await bidsAt(context.clock.nowMs + 1)).problems.filter((problem) => problem.includes(bidId));
  // What was counted after the day's end is not in it.
  const resultAt = async (endMs: number) => (await bidsAt(endMs)).bids.find(({ id }) => id === bidId)?.result;
  expect([await resultAt(context.clock.nowMs), await resultAt(context.clock.nowMs + 1)]).toEqual([null, "accepted"]);
  expect(await problems()).toEqual([]);
  await tamper(context, "bids", `UPDATE bids SET result = 'refused' WHERE id = '${bidId}'`);
  expect(await problems()).toEqual([`bids: ${bidId} was counted otherwise than its ballots and its rule say`]);
  await tamper(context, "bids", `UPDATE bids SET result = 'accepted' WHERE id = '${bidId}'`);
  for (const count of ["issued_stakes", "accepted_stakes", "declined_stakes"]) {
    const change = (by: string) => `UPDATE bids SET ${count} = ${count} ${by} WHERE id = '${bidId}'`;
    await tamper(context, "bids", change("+ 1"));
    expect(await problems(), count).toEqual([`bids: ${bidId} was counted otherwise than its ballots and its rule say`]);
    await tamper(context, "bids", change("- 1"));
  }
  const ballot = `WHERE bid_id = '${bidId}' AND number = 1`;
  await tamper(context, "bid_ballots", `UPDATE bid_ballots SET choice = NULL ${ballot}`);
  const reason = `bids: ${bidId} was counted otherwise than its ballots and its rule say`;
  expect(await problems()).toEqual([reason]);
  expect(await auditTomorrow(context)).toMatchObject({ result: "FAIL", reason: expect.stringContaining(reason) });
});

it("a bid is listed from the millisecond it opened, and its withdrawal from the one it was made", async () => {
  context.clock.advance(100 * DAY_MS);
  const bids = await openBids(context);
  const openedAtMs = context.clock.nowMs;
  const caskId = await putCask(context);
  await bids.give(await signIn(context), caskId, 1);
  const bidId = await bids.opened(caskId);
  const at = async (endMs: number) => (await bidsAt(endMs)).bids.find(({ id }) => id === bidId);
  expect(await at(openedAtMs)).toBeUndefined();
  expect(await at(openedAtMs + 1)).toMatchObject({ withdrawn_at: null });
  context.clock.advance(1_000);
  const withdrawnAtMs = context.clock.nowMs;
  await bids.withdraw(caskId, bidId);
  expect(await at(withdrawnAtMs)).toMatchObject({ withdrawn_at: null });
  expect(await at(withdrawnAtMs + 1)).toMatchObject({ withdrawn_at: new Date(withdrawnAtMs).toISOString() });
});
