import { house } from "./accounts";
import type { RangedRule } from "./book-rules";

export const RULES_OF_REFUNDS: Record<string, RangedRule> = {
  "a number is free again exactly while its payment is refunded and nobody has bought it since": {
    table: "stakes",
    key: "id",
    breach: `freed_at_ms IS NOT NULL AND (certificate_state IS NOT 'void'
      OR (sold_again_at_ms IS NULL) AND NOT EXISTS (SELECT 1 FROM payments WHERE payments.id = payment_id AND payments.state = 'refunded')
      OR NOT EXISTS (SELECT 1 FROM offers WHERE new_stake_id = stakes.id AND offers.state = 'undone') AND (sold_again_at_ms IS NULL) = EXISTS (SELECT 1 FROM stakes AS next WHERE next.cask_id = stakes.cask_id AND next.number = stakes.number
        AND next.sale_number = stakes.sale_number + 1))
    OR state <> 'ended' AND EXISTS (SELECT 1 FROM payments JOIN casks ON casks.id = stakes.cask_id
      WHERE payments.id = payment_id AND payments.state = 'refunded' AND ended_on IS NULL)`,
  },
  "a fee kept from a refund is booked once": {
    table: "payments",
    key: "id",
    breach: `kept_cents <> (SELECT coalesce(sum(iif(credit_account_id = '${house.cancellationFees}', amount, -amount)), 0) FROM transfers
      WHERE refers_to = 'payment:' || payments.id AND '${house.cancellationFees}' IN (debit_account_id, credit_account_id))
    OR (kept_cents > 0 AND (payments.state NOT IN ('refunding', 'refunded') OR reason <> 'given-back'))`,
  },
};
