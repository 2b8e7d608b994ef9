import type { Shop } from "../shop";

// What holders decided about bids, counted by going through the rows one by one, and by no code of the product.

type Bid = {
  id: string;
  caskId: string;
  state: string;
  result: string | null;
  openedMs: number | null;
  closesMs: number;
  countedMs: number | null;
  issued: number | null;
  accepted: number | null;
  declined: number | null;
  rule: string;
};
type Holding = { id: string; number: number; userId: string; state: string; fromMs: number; resoldMs: number | null };
type Vote = { userId: string; choice: "accept" | "decline"; atMs: number };

export function checkVotes(shop: Shop): void {
  const { store, world } = shop;
  const bids =
    store.rows<Bid>(`SELECT id, cask_id AS caskId, state, result, published_at_ms AS openedMs, closes_at_ms AS closesMs, counted_at_ms AS countedMs,
    issued_stakes AS issued, accepted_stakes AS accepted, declined_stakes AS declined,
    json_array(voted_parts, voted_whole, accepted_parts, accepted_whole) AS rule FROM bids`);
  for (const bid of bids) {
    if (bid.rule !== "[1,2,2,3]") world.violate("the rule of a bid is fixed", bid);
    if (bid.countedMs !== null) checkCount(shop, bid);
  }
  for (const { bidId, userId, choice, fromMs, untilMs } of shop.votes) {
    const cast = store.rows(
      "SELECT id FROM bid_votes WHERE bid_id = ? AND user_id = ? AND choice = ? AND voted_at_ms <= ?",
      [bidId, userId, choice, untilMs],
    );
    if (cast.length === 0) world.violate("a vote that was answered is cast", { bidId, userId, choice, fromMs });
  }
  for (const vote of store.rows(`SELECT bid_votes.id FROM bid_votes JOIN bids ON bids.id = bid_id
      WHERE voted_at_ms >= closes_at_ms OR published_at_ms IS NULL OR voted_at_ms < published_at_ms`))
    world.violate("votes must be cast while the bid is open", vote);
  for (const vote of store.rows(`SELECT bid_votes.id FROM bid_votes JOIN bids ON bids.id = bid_id
      WHERE NOT EXISTS (SELECT 1 FROM stakes WHERE stakes.cask_id = bids.cask_id AND stakes.user_id = bid_votes.user_id
        AND purchased_at_ms <= voted_at_ms AND (resold_at_ms IS NULL OR resold_at_ms >= voted_at_ms))`))
    world.violate("a vote must come from a holder of the cask", vote);
  for (const exit of store.rows(`SELECT cask_exits.id FROM cask_exits JOIN bids ON bids.cask_id = cask_exits.cask_id
      WHERE cask_exits.proposed_at_ms > bids.published_at_ms AND (bids.counted_at_ms IS NULL OR cask_exits.proposed_at_ms < bids.counted_at_ms)
        AND (bids.withdrawn_at_ms IS NULL OR cask_exits.proposed_at_ms < bids.withdrawn_at_ms)`))
    world.violate("a sale cannot be proposed while holders vote", exit);
}

function checkCount({ store, world }: Shop, bid: Bid): void {
  const votes = store.rows<Vote>(
    "SELECT user_id AS userId, choice, voted_at_ms AS atMs FROM bid_votes WHERE bid_id = ? ORDER BY id",
    [bid.id],
  );
  const holdings = store.rows<Holding>(
    "SELECT id, number, user_id AS userId, state, purchased_at_ms AS fromMs, resold_at_ms AS resoldMs FROM stakes WHERE cask_id = ?",
    [bid.caskId],
  );
  const ballots = store.rows<{ number: number; choice: string | null }>(
    "SELECT number, choice FROM bid_ballots WHERE bid_id = ? ORDER BY number",
    [bid.id],
  );
  const should: { number: number; choice: string | null }[] = [];
  for (const holding of holdings) {
    if (holding.fromMs >= bid.closesMs || (holding.resoldMs !== null && holding.resoldMs < bid.closesMs)) continue;
    if (stateAt(store, holding, bid.closesMs) !== "active") continue;
    let choice: string | null = null;
    const shutOut = store.rows(
      "SELECT id FROM suspensions WHERE user_id = ? AND suspended_at_ms < ? AND (restored_at_ms IS NULL OR restored_at_ms >= ?)",
      [holding.userId, bid.closesMs, bid.closesMs],
    );
    for (const vote of shutOut.length > 0 ? [] : votes)
      if (vote.userId === holding.userId && vote.atMs >= (bid.openedMs ?? 0) && vote.atMs < bid.closesMs)
        choice = vote.choice;
    should.push({ number: holding.number, choice });
  }
  should.sort((one, other) => one.number - other.number);
  if (JSON.stringify(ballots) !== JSON.stringify(should))
    world.violate("each stake issued at the close has its holder's vote", { bid, ballots, should });
  const of = (choice: string) => should.filter((one) => one.choice === choice).length;
  const [accepted, declined] = [of("accept"), of("decline")];
  const voted = accepted + declined;
  const enough = voted > 0 && 2 * voted >= should.length;
  const result = !enough ? "expired" : 3 * accepted >= 2 * voted ? "accepted" : "refused";
  if (bid.result !== result || bid.issued !== should.length || bid.accepted !== accepted || bid.declined !== declined)
    world.violate("the result of a bid follows from its votes", { bid, should });
  if ((bid.countedMs ?? 0) < bid.closesMs) world.violate("a bid cannot be counted before its close", bid);
}

/** Before its first change at or after that time. */
function stateAt(store: Shop["store"], { id, state }: Holding, atMs: number): string {
  const [next] = store.rows<{ was: string }>(
    "SELECT was FROM stake_changes WHERE stake_id = ? AND changed_at_ms >= ? ORDER BY id LIMIT 1",
    [id, atMs],
  );
  return next?.was ?? state;
}
