import { giveStake } from "../../support/holdings";
import type { TestContext } from "../../support/context";
import { putCask, signIn } from "../../support/people";
import type { Filled } from "./every-table";
import { BID_CLOSES, BID_OPENS, run } from "./rows-in-states";

/** By the name of each rule, what it must refuse about bids, their votes and the sale that follows. */
export async function trespassesOfBids(context: TestContext, { rows }: Filled): Promise<Record<string, string[]>> {
  const [holder, first, second, suspended] = [
    await signIn(context),
    await signIn(context),
    await signIn(context),
    await signIn(context),
  ];
  const by = { by: first.userId };
  const withStake = async () => {
    const caskId = await putCask(context);
    return { caskId, ...(await giveStake(context, holder, caskId)) };
  };
  const [fresh, open, other, accepted, sold, proposed] = [
    await withStake(),
    await withStake(),
    await withStake(),
    await withStake(),
    await withStake(),
    await withStake(),
  ];
  await giveStake(context, suspended, open.caskId);
  await run(`UPDATE users SET suspended_at_ms = 1 WHERE id = '${suspended.userId}'`);
  await run(rows.bid("bid_draft", fresh.caskId, by));
  await run(rows.bid("bid_late", other.caskId, { ...by, closesOn: "2026-01-07" }));
  await run(rows.bid("bid_long", other.caskId, { ...by, closesOn: "2026-02-01" }));
  await run(rows.bid("bid_beside", proposed.caskId, by));
  await run(rows.exit("ext_beside", proposed.caskId));
  await run(rows.bid("bid_open", open.caskId, by));
  await run(rows.publishBid("bid_open", second.userId));
  await run(`UPDATE bids SET reminded_at_ms = 1 WHERE id = 'bid_open'`);
  for (const [id, one] of [
    ["bid_accepted", accepted],
    ["bid_sold", sold],
  ] as const) {
    await run(rows.bid(id, one.caskId, by));
    await run(rows.publishBid(id, second.userId));
    await run(rows.ballot(id, one.stakeId, "'accept'"));
    await run(rows.countBid(id, "accepted"));
  }
  const saleOf = (id: string, caskId: string, bidId: string, grossCents = 5) =>
    `INSERT INTO cask_exits (id, cask_id, kind, buyer_kind, sold_on, gross_cents, fees_cents, stakes, net_per_stake_cents, remainder_cents, proposed_by, proposed_at_ms, bid_id)
    SELECT '${id}', id, 'sale', 'trade', '2026-01-12', ${grossCents}, 5, total_stakes, 0, ${grossCents - 5}, '${first.userId}', 1, ${bidId} FROM casks WHERE id = '${caskId}'`;
  await run(saleOf("ext_of_bid", sold.caskId, "'bid_sold'"));
  const vote = (userId: string, atMs: number, bidId = "bid_open") =>
    `INSERT INTO bid_votes (bid_id, user_id, choice, voted_at_ms) VALUES ('${bidId}', '${userId}', 'accept', ${atMs})`;
  const counted = (more: string) => `${rows.countBid("bid_open", "expired").replace("issued_stakes = 1", more)}`;
  return {
    bids_of_whole_cask: [rows.bid("x", fresh.caskId, { ...by, stakes: "9" })],
    bids_by_two: [rows.publishBid("bid_draft", first.userId)],
    bids_by_others: [rows.publishBid("bid_draft", holder.userId)],
    bids_open_in_time: [rows.publishBid("bid_late", second.userId), rows.publishBid("bid_long", second.userId)],
    bids_of_standing_cask: [rows.publishBid("bid_beside", second.userId)],
    bids_counted_once: [
      "UPDATE bids SET result = 'refused' WHERE id = 'bid_accepted'",
      "UPDATE bids SET declined_stakes = 1 WHERE id = 'bid_accepted'",
    ],
    bids_counted_after_close: [
      counted("issued_stakes = 0").replace(String(BID_CLOSES), String(BID_CLOSES - 1)),
      counted("issued_stakes = 0").replace("result = 'expired'", "result = 'accepted'"),
    ],
    bids_counted_from_ballots: [counted("issued_stakes = 1")],
    bids_counted_by_rule: [counted("issued_stakes = 0").replaceAll("'expired'", "'refused'")],
    bids_withdrawn_in_time: [rows.withdrawBid("bid_open", first.userId, BID_CLOSES)],
    bids_withdrawn_unsold: [rows.withdrawBid("bid_sold", first.userId)],
    bid_votes_in_time: [
      vote(holder.userId, BID_OPENS - 1),
      vote(holder.userId, BID_CLOSES),
      vote(holder.userId, BID_OPENS, "bid_draft"),
    ],
    bid_votes_of_holders: [vote(second.userId, BID_OPENS)],
    bid_votes_in_good_standing: [vote(suspended.userId, BID_OPENS)],
    bid_ballots_of_open: [
      rows.ballot("bid_open", fresh.stakeId, "NULL"),
      rows.ballot("bid_draft", fresh.stakeId, "NULL"),
    ],
    cask_exits_wait_for_votes: [saleOf("x", open.caskId, "NULL")],
    cask_exits_as_accepted: [
      saleOf("x", accepted.caskId, "NULL"),
      saleOf("x", accepted.caskId, "'bid_accepted'", 6),
      saleOf("x", other.caskId, "'bid_accepted'"),
    ],
  };
}
