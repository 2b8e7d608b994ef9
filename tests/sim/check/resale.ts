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
