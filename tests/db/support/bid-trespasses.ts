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
    "a bid must be for all stakes of an unsold cask": [rows.bid("x", fresh.caskId, { ...by, stakes: "9" })],
    "the operator who drafted a bid cannot publish it": [rows.publishBid("bid_draft", first.userId)],
    "operators cannot publish a bid for a cask of which they hold stakes": [
      rows.publishBid("bid_draft", holder.userId),
    ],
    "a bid must be open for 7 to 30 days": [
      rows.publishBid("bid_late", second.userId),
      rows.publishBid("bid_long", second.userId),
    ],
    "a bid must be for an unsold cask without a proposed sale": [rows.publishBid("bid_beside", second.userId)],
    "the count of a bid cannot change": [
      "UPDATE bids SET result = 'refused' WHERE id = 'bid_accepted'",
      "UPDATE bids SET declined_stakes = 1 WHERE id = 'bid_accepted'",
    ],
    "a bid cannot be counted before its close": [
      counted("issued_stakes = 0").replace(String(BID_CLOSES), String(BID_CLOSES - 1)),
      counted("issued_stakes = 0").replace("result = 'expired'", "result = 'accepted'"),
    ],
    "the count of a bid must be that of its ballots": [counted("issued_stakes = 1")],
    "the result of a bid must follow from its rule": [
      counted("issued_stakes = 0").replaceAll("'expired'", "'refused'"),
    ],
    "a bid that has closed must be counted first": [rows.withdrawBid("bid_open", first.userId, BID_CLOSES)],
    "a bid cannot be withdrawn while its sale is proposed": [rows.withdrawBid("bid_sold", first.userId)],
    "votes must be cast while the bid is open": [
      vote(holder.userId, BID_OPENS - 1),
      vote(holder.userId, BID_CLOSES),
      vote(holder.userId, BID_OPENS, "bid_draft"),
    ],
    "a vote must come from a holder of the cask": [vote(second.userId, BID_OPENS)],
    "staff and suspended users cannot vote": [vote(suspended.userId, BID_OPENS)],
    "a sale cannot be proposed while holders vote": [saleOf("x", open.caskId, "NULL")],
    "the sale of an accepted bid must have its figures": [
      saleOf("x", accepted.caskId, "NULL"),
      saleOf("x", accepted.caskId, "'bid_accepted'", 6),
      saleOf("x", other.caskId, "'bid_accepted'"),
    ],
  };
}
