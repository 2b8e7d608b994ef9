import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { readVotesFile } from "~/areas/proof/audits/read-audit";
import { registerMark } from "~/domain/audit/register-mark";
import { sha256 } from "~/server/sha256";
import { auditTomorrow, DAY_MS } from "../../../support/audits";
import { openBids } from "../../../support/bids";
import { createTestContext } from "../../../support/context";
import { putCask, signIn } from "../../../support/people";

const context = createTestContext();
beforeEach(() => void (context.clock.nowMs = Date.UTC(2026, 10, 24, 9)));

it("a bid stands in the day's audit from its opening on, and its votes beside it once they are counted", async () => {
  const bids = await openBids(context);
  const [asha, ben] = [await signIn(context), await signIn(context)];
  const caskId = await putCask(context, { totalStakes: 7 });
  const [first] = await bids.give(asha, caskId, 3);
  await bids.give(ben, caskId, 1);
  await bids.drafted(caskId);
  const before = await auditTomorrow(context);
  expect([before.version, before.bids]).toEqual([3, []]);
  const bidId = await bids.opened(caskId);
  await bids.choose(asha.userId, bidId, "accept");
  const votedAtMs = context.clock.nowMs;
  const during = await auditTomorrow(context);
  expect(during).toMatchObject({ version: 3, result: "PASS" });
  expect(during.bids).toMatchObject([
    { id: bidId, cask_id: caskId, net_per_stake_cents: 141_094, result: null, issued: null, list_sha256: null },
  ]);
  await bids.close(bidId);
  context.clock.advance(DAY_MS / 24);
  const after = await auditTomorrow(context);
  const [bid] = after.bids ?? [];
  expect(bid).toMatchObject({ result: "accepted", issued: 4, accepted: 3, declined: 0, withdrawn_at: null });
  const file = await readVotesFile(context, bid?.list_sha256 ?? "");
  const list = (await file?.json()) as { stakes: unknown[] };
  const mark = registerMark({ certificateCode: first?.certificateId ?? "", stakeNumber: 1, caskId }, sha256);
  expect(list.stakes).toHaveLength(4);
  expect(list.stakes[0]).toEqual({ choice: "accept", mark, number: 1, time: new Date(votedAtMs).toISOString() });
  expect(list.stakes[3]).toMatchObject({ choice: null, number: 4, time: null });
  expect(JSON.stringify(list)).not.toContain(asha.userId);
});

it("a count that its ballots do not bear out makes the day FAIL and is named", async () => {
  const bids = await openBids(context);
  const asha = await signIn(context);
  const caskId = await putCask(context);
  await bids.give(asha, caskId, 2);
  const bidId = await bids.opened(caskId);
  await bids.choose(asha.userId, bidId, "accept");
  await bids.close(bidId);
  await context.db.run(sql`DROP TRIGGER bid_ballots_fixed`);
  await context.db.run(sql`UPDATE bid_ballots SET choice = 'decline' WHERE bid_id = ${bidId} AND number = 1`);
  const day = await auditTomorrow(context);
  expect(day.result).toBe("FAIL");
  expect(day.reason).toContain(`bids: ${bidId} was counted otherwise than its ballots say`);
});
