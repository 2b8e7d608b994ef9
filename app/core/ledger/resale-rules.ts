import type { RangedRule } from "./book-rules";

const BOUGHT = "stakes AS bought JOIN payments ON payments.id = bought.payment_id WHERE bought.id = new_stake_id";

/** One part of what the payment of a sale was divided into, less what was taken back. */
const moved = (part: string) =>
  `(SELECT coalesce(sum(iif(id = 'payment:' || payments.id || ':${part}', amount, -amount)), 0) FROM transfers
  WHERE id IN ('payment:' || payments.id || ':${part}', 'payment:' || payments.id || ':${part}-reversal'))`;

export const RULES_OF_RESALE: Record<string, RangedRule> = {
  "a holding after the first was bought at its price, by another person, from one whose certificate is void": {
    table: "stakes",
    key: "id",
    breach: `holder_number > 1 AND NOT EXISTS (SELECT 1 FROM offers JOIN stakes AS sold ON sold.id = offers.stake_id JOIN payments ON payments.offer_id = offers.id
      WHERE new_stake_id = stakes.id AND payments.id = stakes.payment_id AND offers.price_cents = stakes.price_cents AND sold.user_id = offers.user_id
        AND sold.user_id <> stakes.user_id AND sold.cask_id = stakes.cask_id AND sold.number = stakes.number AND sold.sale_number = stakes.sale_number
        AND stakes.mark_cents >= max(sold.price_cents, sold.mark_cents))
    OR resold_at_ms IS NOT NULL AND (state <> 'ended' OR exit_id IS NOT NULL OR certificate_state IS NOT 'void'
      OR (SELECT count(*) FROM offers WHERE stake_id = stakes.id AND offers.state = 'sold') <> 1)`,
  },
  "an open offer is its seller's, of a stake that stands, and no return of it is asked for": {
    table: "offers",
    key: "id",
    breach: `state = 'open' AND NOT EXISTS (SELECT 1 FROM stakes JOIN casks ON casks.id = stakes.cask_id
      WHERE stakes.id = stake_id AND stakes.state = 'active' AND stakes.user_id = offers.user_id AND ended_on IS NULL
        AND NOT EXISTS (SELECT 1 FROM withdrawals WHERE withdrawals.stake_id = stakes.id AND withdrawals.state IN ('progress', 'sending')))`,
  },
  "a sale took its fees and its advances once, and left its seller the rest": {
    table: "offers",
    key: "id",
    breach: `state IN ('sold', 'undone') AND NOT EXISTS (SELECT 1 FROM ${BOUGHT}
      AND payments.offer_id = offers.id AND payments.amount_cents = offers.price_cents + fee_cents
      AND ${moved("resale-fee")} = iif(offers.state = 'sold', 2 * fee_cents, 0)
      AND ${moved("resale-advance")} = iif(offers.state = 'sold', advanced_cents, 0)
      AND ${moved("resale-proceeds")} = iif(offers.state = 'sold', credit_cents, 0))`,
  },
  "a seller was paid once, what the sale left, after the hold": {
    table: "offers",
    key: "id",
    breach: `state = 'sold' AND (paid_at_ms < payable_from_ms OR (SELECT coalesce(sum(amount), 0) FROM transfers WHERE transfers.id = 'stake:' || stake_id || ':available'
        AND credit_account_id = 'user:' || offers.user_id || ':wallet') <> iif(paid_at_ms IS NULL, 0, credit_cents))`,
  },
  "a sale that was undone gave the stake back, and its seller was not paid": {
    table: "offers",
    key: "id",
    breach: `state = 'undone' AND (paid_at_ms IS NOT NULL OR NOT EXISTS (SELECT 1 FROM ${BOUGHT}
      AND bought.state = 'ended' AND bought.freed_at_ms IS NOT NULL AND payments.state IN ('refunding', 'refunded', 'disputed')))`,
  },
  "a sale whose money went back before the seller was paid is undone": {
    table: "offers",
    key: "id",
    breach: `state = 'sold' AND paid_at_ms IS NULL AND EXISTS (SELECT 1 FROM ${BOUGHT} AND payments.state <> 'settled'
      AND EXISTS (SELECT 1 FROM casks WHERE casks.id = bought.cask_id AND ended_on IS NULL)
      AND EXISTS (SELECT 1 FROM stakes AS sold JOIN payments AS first ON first.id = sold.payment_id WHERE sold.id = stake_id AND first.reversals = 0))`,
  },
};
