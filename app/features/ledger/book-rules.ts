import { house } from "./accounts";

// The rules that the books satisfy at any moment. Each query lists the ids that break its rule. Reconciliation runs them on
// a timer; tests and the simulation run them after everything they do.

export const BOOK_RULES = {
  "a cask's counters are its rows": `SELECT id FROM casks WHERE sold_stakes <> (SELECT count(*) FROM stakes WHERE cask_id = casks.id)
    OR reserved_stakes <> (SELECT count(*) FROM reservations WHERE cask_id = casks.id AND state = 'held')`,
  "nothing is oversold": "SELECT id FROM casks WHERE sold_stakes + reserved_stakes > total_stakes",
  "stake numbers have no gap": `SELECT cask_id FROM stakes GROUP BY cask_id HAVING max(number) <> count(*) OR min(number) <> 1`,
  "account totals are sums of transfers": `SELECT id FROM accounts WHERE
    credits_total <> (SELECT coalesce(sum(amount), 0) FROM transfers WHERE credit_account_id = accounts.id)
    OR debits_total <> (SELECT coalesce(sum(amount), 0) FROM transfers WHERE debit_account_id = accounts.id)`,
  "debits equal credits": `SELECT currency FROM accounts GROUP BY currency HAVING sum(credits_total) <> sum(debits_total)`,
  "what is unsettled is owed to refunds under way": `SELECT id FROM accounts WHERE id = '${house.unsettled}' AND credits_total - debits_total <>
    (SELECT coalesce(sum(received_cents), 0) FROM payments WHERE state = 'refunding')
    + (SELECT coalesce(sum(received_cents), 0) FROM stray_receipts WHERE state = 'refunding')`,
  "each settled stake payment has its stake, tokens and certificate": `SELECT id FROM payments WHERE purpose = 'stake' AND state = 'settled' AND (
    (SELECT count(*) FROM stakes WHERE payment_id = payments.id) <> 1
    OR (SELECT count(*) FROM transfers WHERE id = 'payment:' || payments.id || ':tokens') <> 1
    OR (SELECT count(*) FROM certificates JOIN stakes ON stakes.id = stake_id WHERE payment_id = payments.id AND certificates.state <> 'void')
      <> (SELECT count(*) FROM stakes WHERE payment_id = payments.id AND NOT (state = 'ended' AND user_id IN (SELECT id FROM users WHERE closed_at_ms IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM certificates WHERE stake_id = stakes.id AND certificates.state <> 'void'))))`,
  "no stake without its money": `SELECT id FROM stakes WHERE NOT EXISTS (SELECT 1 FROM payments
    WHERE payments.id = payment_id AND payments.state IN ('settled', 'refunded', 'disputed') AND received_cents = price_cents)`,
  "refunded payments left nothing behind": `SELECT id FROM payments WHERE state = 'refunded' AND reason <> 'returned'
    AND EXISTS (SELECT 1 FROM stakes WHERE payment_id = payments.id)`,
  "what is held for withdrawals is what is in progress": `SELECT id FROM accounts WHERE id = '${house.withdrawals}' AND credits_total - debits_total <>
    (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals WHERE state = 'progress')`,
  "each withdrawal moved its amount as its kind and state say, and no other": `SELECT id FROM withdrawals WHERE
    (SELECT count(*) FROM transfers WHERE refers_to = 'withdrawal:' || withdrawals.id)
      <> 1 + (stake_id IS NOT NULL) + (state <> 'progress') + (stake_id IS NOT NULL AND state IN ('rejected', 'cancelled'))
    OR (SELECT count(*) FROM transfers WHERE refers_to = 'withdrawal:' || withdrawals.id AND amount = amount_cents AND transfers.id IN (
      'withdrawal:' || withdrawals.id || ':hold',
      'withdrawal:' || withdrawals.id || iif(stake_id IS NULL, '', ':return'),
      'withdrawal:' || withdrawals.id || iif(state = 'paid', ':paid', ''),
      'withdrawal:' || withdrawals.id || iif(state IN ('rejected', 'cancelled'), ':released', ''),
      'withdrawal:' || withdrawals.id || iif(state IN ('rejected', 'cancelled') AND stake_id IS NOT NULL, ':return-reversal', '')))
      <> 1 + (stake_id IS NOT NULL) + (state <> 'progress') + (stake_id IS NOT NULL AND state IN ('rejected', 'cancelled'))`,
  "the returns of a stake are its rise above its price, once": `SELECT stake_id FROM withdrawals JOIN stakes ON stakes.id = stake_id
    WHERE withdrawals.state IN ('progress', 'paid') GROUP BY stake_id
    HAVING sum(amount_cents) > max(max(reckoned_to_cents) - price_cents, 0) OR min(reckoned_to_cents IS NOT NULL) = 0`,
  "held reservations belong to open payments": `SELECT payment_id FROM reservations JOIN payments ON payments.id = payment_id
    WHERE reservations.state = 'held' AND payments.state NOT IN ('created', 'open')`,
} as const;
