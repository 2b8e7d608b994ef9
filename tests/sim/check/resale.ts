import type { Shop } from "../shop";

// What holds of stakes that investors sell to each other, at any moment, from the rows and by no rule of the product.

/** Each query lists what breaks its rule. */
const RULES: Record<string, string> = {
  "no stake number has two owners":
    "SELECT cask_id, number FROM stakes WHERE state <> 'ended' GROUP BY 1, 2 HAVING count(*) > 1",
  "a stake's holders follow one another": `SELECT cask_id, number, sale_number FROM stakes GROUP BY 1, 2, 3
    HAVING min(holder_number) <> 1 OR max(holder_number) <> count(*) OR sum(resold_at_ms IS NOT NULL OR id IN (SELECT new_stake_id FROM offers WHERE state = 'undone')) <> count(*) - 1`,
  "a number is sold again once a refund has set it free, and not before": `SELECT cask_id, number FROM stakes GROUP BY 1, 2
    HAVING max(sale_number) <> count(DISTINCT sale_number)
      OR sum(freed_at_ms IS NOT NULL AND sold_again_at_ms IS NOT NULL AND id NOT IN (SELECT new_stake_id FROM offers WHERE state = 'undone')) <> max(sale_number) - 1
    UNION ALL SELECT id, number FROM stakes WHERE freed_at_ms IS NOT NULL AND (state <> 'ended' OR certificate_state IS NOT 'void'
      OR sold_again_at_ms < freed_at_ms OR id NOT IN (SELECT new_stake_id FROM offers WHERE state = 'undone')
        AND (SELECT state FROM payments WHERE payments.id = payment_id) <> 'refunded')`,
  "an offer is its holder's, of a stake that stands": `SELECT offers.id FROM offers JOIN stakes ON stakes.id = stake_id JOIN users ON users.id = offers.user_id
    WHERE offers.state = 'open' AND (stakes.user_id <> offers.user_id OR stakes.state <> 'active' OR suspended_at_ms IS NOT NULL OR closed_at_ms IS NOT NULL)
    UNION ALL SELECT stake_id FROM offers WHERE state = 'open' GROUP BY 1 HAVING count(*) > 1`,
  "nothing is on offer while a bid is open or the cask is sold": `SELECT offers.id FROM offers WHERE state = 'open' AND (
      EXISTS (SELECT 1 FROM bids WHERE bids.cask_id = offers.cask_id AND bids.state = 'open' AND bids.published_at_ms <= $now)
      OR EXISTS (SELECT 1 FROM cask_exits WHERE cask_exits.cask_id = offers.cask_id AND cask_exits.state IN ('confirmed', 'done')))`,
  "what is on offer was not valued since": `SELECT offers.id FROM offers JOIN valuations ON valuations.cask_id = offers.cask_id
    WHERE offers.state = 'open' AND tier <> 'issue' AND valuations.created_at_ms > offers.created_at_ms`,
  "no stake is offered in its first 120 days":
    "SELECT offers.id FROM offers JOIN stakes ON stakes.id = stake_id WHERE offers.created_at_ms - purchased_at_ms < 120 * 86400000",
  "an offer is in the band, in whole dollars, with its fee": `SELECT offers.id FROM offers JOIN stakes ON stakes.id = stake_id
    WHERE offers.price_cents % 100 <> 0 OR offers.price_cents * 2 < coalesce(valued_cents, stakes.price_cents)
      OR offers.price_cents * 10 > coalesce(valued_cents, stakes.price_cents) * 11 OR fee_cents <> offers.price_cents * 150 / 10000`,
  "no return is asked for of a stake that is on offer or sold on": `SELECT withdrawals.id FROM withdrawals JOIN stakes ON stakes.id = stake_id
    WHERE withdrawals.state IN ('progress', 'sending') AND (resold_at_ms IS NOT NULL
      OR EXISTS (SELECT 1 FROM offers WHERE offers.stake_id = stakes.id AND offers.state = 'open'))`,
  "one buyer at a time pays for an offer, and it takes no number of ours": `SELECT offer_id FROM payments WHERE offer_id IS NOT NULL AND state IN ('created', 'open') GROUP BY 1 HAVING count(*) > 1
    UNION ALL SELECT payment_id FROM reservations JOIN payments ON payments.id = payment_id WHERE offer_id IS NOT NULL`,
  "nobody buys from themselves": `SELECT payments.id FROM payments JOIN offers ON offers.id = offer_id WHERE payments.user_id = offers.user_id`,
  "the new owner paid price and fee, and holds the stake from then on": `SELECT offers.id FROM offers JOIN stakes AS sold ON sold.id = stake_id JOIN stakes AS bought ON bought.id = new_stake_id
      JOIN payments ON payments.id = bought.payment_id
    WHERE payments.offer_id <> offers.id OR payments.user_id <> bought.user_id OR payments.amount_cents <> offers.price_cents + fee_cents
      OR payments.received_cents <> payments.amount_cents OR bought.price_cents <> offers.price_cents OR bought.purchased_at_ms <> sold_at_ms
      OR bought.number <> sold.number OR bought.cask_id <> sold.cask_id OR offers.state = 'sold' AND sold.resold_at_ms IS NOT sold_at_ms`,
  "an offer is sold once, and only to a payment for it": `SELECT payments.id FROM payments WHERE offer_id IS NOT NULL AND state = 'settled'
      AND (SELECT count(*) FROM offers JOIN stakes ON stakes.id = new_stake_id WHERE offers.id = offer_id AND stakes.payment_id = payments.id AND offers.state = 'sold') <> 1`,
  "a cheap sale resets no mark": `SELECT offers.id FROM offers JOIN stakes AS sold ON sold.id = stake_id JOIN stakes AS bought ON bought.id = new_stake_id
    WHERE bought.mark_cents <> max(sold.price_cents, sold.mark_cents, coalesce((SELECT max(reckoned_to_cents) FROM withdrawals
      WHERE withdrawals.stake_id = sold.id AND withdrawals.state NOT IN ('rejected', 'cancelled') AND withdrawals.created_at_ms < sold_at_ms AND coalesce(returned_at_ms, sold_at_ms) >= sold_at_ms), 0))`,
  "the certificate of what was sold on is void": `SELECT stakes.id FROM stakes
    WHERE (SELECT count(*) FROM certificates WHERE stake_id = stakes.id AND certificates.state <> 'void') > (resold_at_ms IS NULL AND freed_at_ms IS NULL)`,
  "no stake changes hands once its cask is sold": `SELECT offers.id FROM offers JOIN cask_exits ON cask_exits.cask_id = offers.cask_id AND cask_exits.state IN ('confirmed', 'done')
    WHERE max(coalesce(sold_at_ms, 0), coalesce(undone_at_ms, 0)) > cask_exits.confirmed_at_ms
    UNION ALL SELECT id FROM stakes WHERE resold_at_ms IS NOT NULL AND exit_id IS NOT NULL`,
  "the money is on hold as long as the way of paying asks": `SELECT offers.id FROM offers JOIN stakes ON stakes.id = new_stake_id JOIN payments ON payments.id = payment_id
    WHERE payable_from_ms - sold_at_ms <> iif(mode = 'Bank', 60, 2) * 86400000 OR paid_at_ms < payable_from_ms`,
  "no seller is paid while the buyer's payment is disputed": `SELECT offers.id FROM offers JOIN stakes ON stakes.id = new_stake_id
    JOIN payments ON payments.id = payment_id WHERE payments.state = 'disputed' AND payments.reason = 'disputed' AND paid_at_ms > payments.updated_at_ms`,
  "a sale that was undone gave the stake back, and nobody was paid": `SELECT offers.id FROM offers JOIN stakes AS bought ON bought.id = new_stake_id JOIN payments ON payments.id = bought.payment_id
    WHERE offers.state = 'undone' AND (paid_at_ms IS NOT NULL OR bought.state <> 'ended' OR bought.exit_id IS NOT NULL OR payments.state NOT IN ('refunding', 'refunded', 'disputed'))
    UNION ALL SELECT stakes.id FROM stakes WHERE state = 'ended' AND resold_at_ms IS NOT NULL AND id NOT IN (SELECT stake_id FROM offers WHERE state = 'sold')`,
};

type Sale = {
  id: string;
  stakeId: string;
  seller: string;
  state: string;
  price: number;
  fee: number;
  paidMs: number | null;
  soldMs: number;
  paymentId: string;
  paymentState: string;
  advanced: number;
};

export function checkResale({ store, world }: Shop): void {
  const sales =
    store.rows<Sale>(`SELECT offers.id, stake_id AS stakeId, offers.user_id AS seller, offers.state, offers.price_cents AS price,
      fee_cents AS fee, paid_at_ms AS paidMs, sold_at_ms AS soldMs, payments.id AS paymentId, payments.state AS paymentState,
      (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals WHERE withdrawals.stake_id = offers.stake_id
        AND withdrawals.state NOT IN ('rejected', 'cancelled') AND withdrawals.created_at_ms < sold_at_ms AND coalesce(returned_at_ms, sold_at_ms) >= sold_at_ms) AS advanced
    FROM offers JOIN stakes ON stakes.id = new_stake_id JOIN payments ON payments.id = stakes.payment_id WHERE offers.state IN ('sold', 'undone')`);
  if (store.rows("SELECT 1 FROM offers LIMIT 1").length === 0) return;
  for (const [rule, query] of Object.entries(RULES)) {
    const found = store.rows(query.replaceAll("$now", String(world.nowMs)));
    if (found.length > 0) world.violate(rule, found.slice(0, 3));
  }
  const moved = store.rows<{
    id: string;
    refersTo: string;
    debit: string;
    credit: string;
    cents: number;
    reason: string;
  }>(
    `SELECT id, refers_to AS refersTo, debit_account_id AS debit, credit_account_id AS credit, amount AS cents, reason FROM transfers
    WHERE reason GLOB 'resale-*' OR 'house:resale' IN (debit_account_id, credit_account_id) OR reason = 'reversal'`,
  );
  let waiting = 0;
  for (const sale of sales) {
    const stands = sale.state === "sold";
    const left = Math.max(0, sale.price - sale.fee - sale.advanced);
    const taken = sale.price - sale.fee - left;
    const net = (account: string) => {
      let cents = 0;
      for (const one of moved) {
        if (one.refersTo !== `payment:${sale.paymentId}`) continue;
        // A debt of the buyer refers to the payment as well.
        if (one.debit === "house:owed-by-investors" || one.credit === "house:owed-by-investors") continue;
        if (one.credit === account) cents += one.cents;
        if (one.debit === account) cents -= one.cents;
      }
      return cents;
    };
    if (net("house:resale-fees") !== (stands ? 2 * sale.fee : 0)) world.violate("each side pays the fee once", sale);
    if (net("house:returns") !== (stands ? taken : 0)) world.violate("an advance goes back out of the price", sale);
    if (net("house:resale") !== (stands ? left : 0)) world.violate("the rest is on hold for the seller", sale);
    const got = moved.filter(
      ({ reason, refersTo }) => reason === "resale-available" && refersTo === `stake:${sale.stakeId}`,
    );
    const isPaid = stands && sale.paidMs !== null && left > 0;
    const isRight = got.every(({ credit, cents }) => credit === `user:${sale.seller}:wallet` && cents === left);
    if (stands && (got.length !== (isPaid ? 1 : 0) || !isRight))
      world.violate("a seller is paid once, and nobody else", { sale, got });
    if (stands && sale.paidMs === null) waiting += left;
  }
  const held = moved.reduce(
    (sum, { debit, credit, cents }) =>
      sum + (credit === "house:resale" ? cents : 0) - (debit === "house:resale" ? cents : 0),
    0,
  );
  if (held !== waiting) world.violate("what is on hold is what sellers wait for", { held, waiting });
}

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
