import { house } from "./accounts";
import { RULES_OF_RESALE } from "./resale-rules";

// The rules that the books satisfy at any moment. Tests and the simulation check them whole after everything they do; the audit checks
// them every night, a range at a time.

/** Rows of `table` must not satisfy `breach`; one row can be checked without the others. */
export type RangedRule = {
  table: string;
  key: string;
  breach: string;
  /** Each row stands for many others (a cask for its stakes), so fewer are checked at a time. */
  heavy?: true;
};

const INCOME = `'${house.stakeSales}', '${house.joiningFees}'`;

const ADVANCED = `(SELECT coalesce(sum(amount_cents), 0) FROM withdrawals
    WHERE stake_id = stakes.id AND withdrawals.state NOT IN ('rejected', 'cancelled', 'returned'))`;

const RULES_OF_MONEY: Record<string, RangedRule> = {
  "a cask's counters are its rows": {
    table: "casks",
    key: "id",
    heavy: true,
    breach: `sold_stakes <> (SELECT count(*) FROM stakes WHERE cask_id = casks.id AND resold_at_ms IS NULL AND freed_at_ms IS NULL)
    OR reserved_stakes <> (SELECT count(*) FROM reservations WHERE cask_id = casks.id AND state = 'held')`,
  },
  "nothing is oversold": { table: "casks", key: "id", breach: "sold_stakes + reserved_stakes > total_stakes" },
  "stake numbers have no gap": {
    table: "casks",
    key: "id",
    heavy: true,
    breach: "(SELECT max(number) <> count(DISTINCT number) OR min(number) <> 1 FROM stakes WHERE cask_id = casks.id)",
  },
  "each settled stake payment has its stake, tokens and certificate": {
    table: "payments",
    key: "id",
    breach: `purpose = 'stake' AND state = 'settled' AND (
    (SELECT count(*) FROM stakes WHERE payment_id = payments.id) <> 1
    OR (SELECT count(*) FROM transfers WHERE id = 'payment:' || payments.id || ':tokens') <> 1
    OR (SELECT count(*) FROM certificates JOIN stakes ON stakes.id = stake_id WHERE payment_id = payments.id AND certificates.state <> 'void')
      <> (SELECT count(*) FROM stakes WHERE payment_id = payments.id
        AND resold_at_ms IS NULL AND NOT EXISTS (SELECT 1 FROM certificates WHERE stake_id = stakes.id AND withheld = 1)))`,
  },
  "a payment's income, tokens and money are booked once, while it counts": {
    table: "payments",
    key: "id",
    breach: `(SELECT coalesce(sum(amount * ((credit_account_id IN (${INCOME})) - (debit_account_id IN (${INCOME})))), 0) <> iif(payments.state = 'settled' AND offer_id IS NULL, amount_cents, 0)
      OR coalesce(sum(amount * (currency = 'TOKEN') * iif(debit_account_id = '${house.tokenIssue}', 1, -1)), 0)
        <> iif(payments.state = 'settled', iif(purpose = 'stake', 2000, 1000), 0)
      OR coalesce(sum(amount * ((debit_account_id IN ('house:' || provider, '${house.bank}')) - (credit_account_id IN ('house:' || provider, '${house.bank}')))), 0)
        <> iif(payments.state IN ('settled', 'refunding'), coalesce(received_cents, 0), 0)
      FROM transfers WHERE refers_to = 'payment:' || payments.id)`,
  },
  "no stake without its money": {
    table: "stakes",
    key: "id",
    breach: `NOT EXISTS (SELECT 1 FROM payments
    WHERE payments.id = payment_id AND received_cents = price_cents + coalesce((SELECT fee_cents FROM offers WHERE new_stake_id = stakes.id), 0)
    AND (payments.state IN ('settled', 'refunded', 'disputed') OR (payments.state = 'refunding' AND payments.reason = 'given-back')))`,
  },
  "refunded payments left nothing behind": {
    table: "payments",
    key: "id",
    breach: `state IN ('refunding', 'refunded') AND reason NOT IN ('returned', 'given-back') AND EXISTS (SELECT 1 FROM stakes WHERE payment_id = payments.id)`,
  },
  "each withdrawal moved its amount as its kind and state say, and no other": {
    table: "withdrawals",
    key: "id",
    breach: `    (SELECT count(*) FROM transfers WHERE refers_to = 'withdrawal:' || withdrawals.id AND reason <> 'restored')
      <> 1 + (stake_id IS NOT NULL) + (state NOT IN ('progress', 'sending')) + (state = 'returned') + (stake_id IS NOT NULL AND state IN ('rejected', 'cancelled', 'returned'))
    OR (SELECT count(*) FROM transfers WHERE refers_to = 'withdrawal:' || withdrawals.id AND amount = amount_cents AND transfers.id IN (
      'withdrawal:' || withdrawals.id || ':hold',
      'withdrawal:' || withdrawals.id || iif(stake_id IS NULL, '', ':return'),
      'withdrawal:' || withdrawals.id || iif(state IN ('paid', 'returned'), ':paid', ''),
      'withdrawal:' || withdrawals.id || iif(state IN ('rejected', 'cancelled'), ':released', ''),
      'withdrawal:' || withdrawals.id || iif(state = 'returned', ':returned', ''),
      'withdrawal:' || withdrawals.id || iif(state IN ('rejected', 'cancelled', 'returned') AND stake_id IS NOT NULL, ':return-reversal', '')))
      <> 1 + (stake_id IS NOT NULL) + (state NOT IN ('progress', 'sending')) + (state = 'returned') + (stake_id IS NOT NULL AND state IN ('rejected', 'cancelled', 'returned'))`,
  },
  "what the bank was sent is held by one payout run or one proposal": {
    table: "withdrawals",
    key: "id",
    breach: `state = 'sending' AND (SELECT count(*) FROM payout_run_rows WHERE withdrawal_id = withdrawals.id AND released_at_ms IS NULL)
      + (SELECT count(*) FROM payout_proposals WHERE withdrawal_id = withdrawals.id AND called_back_at_ms IS NULL) <> 1
    OR state IN ('progress', 'cancelled') AND EXISTS (SELECT 1 FROM payout_run_rows WHERE withdrawal_id = withdrawals.id AND released_at_ms IS NULL)
    OR state = 'progress' AND EXISTS (SELECT 1 FROM payout_proposals WHERE withdrawal_id = withdrawals.id AND called_back_at_ms IS NULL)`,
  },
  "a payout run holds what it was made of, and nothing undecided once it is called back": {
    table: "payout_runs",
    key: "id",
    heavy: true,
    breach: `(row_count, total_cents) IS NOT (SELECT count(*), sum(amount_cents) FROM payout_run_rows
      JOIN withdrawals ON withdrawals.id = withdrawal_id WHERE run_id = payout_runs.id)
    OR called_back_at_ms IS NOT NULL AND EXISTS (SELECT 1 FROM payout_run_rows JOIN withdrawals ON withdrawals.id = withdrawal_id
      WHERE run_id = payout_runs.id AND released_at_ms IS NULL AND state IN ('progress', 'sending'))`,
  },
  "the returns of a stake are its rise above its price, once": {
    table: "stakes",
    key: "id",
    breach: `(SELECT sum(amount_cents) > max(max(reckoned_to_cents) - max(price_cents, mark_cents), 0) OR min(reckoned_to_cents IS NOT NULL) = 0
    FROM withdrawals WHERE stake_id = stakes.id AND withdrawals.state IN ('progress', 'sending', 'paid'))`,
  },
  "a stake whose cask was sold was paid for once, to its holder, and has ended": {
    table: "stakes",
    key: "id",
    breach: `(exit_id IS NOT NULL OR state <> 'ended') AND (SELECT coalesce(sum(amount), 0) FROM transfers
      WHERE refers_to = 'stake:' || stakes.id AND credit_account_id = 'user:' || user_id || ':wallet' AND reason IN ('cask-sale', 'provider-buy-back'))
    <> iif(exit_id IS NULL, 0, max((SELECT net_per_stake_cents FROM cask_exits WHERE cask_exits.id = exit_id) - ${ADVANCED}, 0))
    OR (exit_id IS NOT NULL AND state <> 'ended')`,
  },
  "no stake brings its holder more than its net": {
    table: "stakes",
    key: "id",
    breach: `exit_id IS NOT NULL AND (SELECT sum(amount) + ${ADVANCED} FROM transfers WHERE refers_to = 'stake:' || stakes.id
      AND reason IN ('cask-sale', 'provider-buy-back')) > (SELECT net_per_stake_cents FROM cask_exits WHERE cask_exits.id = exit_id)`,
  },
  "what was advanced on a sold stake went back to where returns come from": {
    table: "stakes",
    key: "id",
    breach: `(SELECT coalesce(sum(iif(credit_account_id = '${house.returns}', amount, -amount)), 0) FROM transfers
      WHERE refers_to = 'stake:' || stakes.id AND '${house.returns}' IN (debit_account_id, credit_account_id))
    <> iif(exit_id IS NULL, 0, min((SELECT net_per_stake_cents FROM cask_exits WHERE cask_exits.id = exit_id), ${ADVANCED}))`,
  },
  "what a cask brought is shared out to the cent": {
    table: "cask_exits",
    key: "id",
    heavy: true,
    breach: `(SELECT coalesce(sum(amount), 0) FROM transfers WHERE id = 'exit:' || cask_exits.id || ':proceeds')
      <> iif(state IN ('confirmed', 'done'), gross_cents - fees_cents, 0)
    OR (SELECT coalesce(sum(amount), 0) FROM transfers WHERE id = 'exit:' || cask_exits.id || ':rounding') <> iif(state = 'done', remainder_cents, 0)
    OR (state = 'done' AND gross_cents - fees_cents <> remainder_cents
      + net_per_stake_cents * (SELECT count(*) FROM stakes WHERE stakes.exit_id = cask_exits.id)
      + net_per_stake_cents * (SELECT count(*) FROM stakes WHERE stakes.cask_id = cask_exits.cask_id AND stakes.state <> 'ended')
      + (SELECT coalesce(sum(amount), 0) FROM transfers WHERE refers_to = 'exit:' || cask_exits.id AND reason = 'exit-own-share')
      + (SELECT coalesce(sum(amount), 0) FROM stakes JOIN transfers ON transfers.id = 'stake:' || stakes.id || ':' || cask_exits.id || ':own'
        WHERE stakes.cask_id = cask_exits.cask_id))`,
  },
  "no stake of a cask that was shared out is left out": {
    table: "cask_exits",
    key: "id",
    breach: `state = 'done' AND EXISTS (SELECT 1 FROM stakes WHERE stakes.cask_id = cask_exits.cask_id AND stakes.state = 'active' AND stakes.state <> 'ended'
      AND NOT EXISTS (SELECT 1 FROM outbox WHERE done_at_ms IS NULL
        AND outbox.id > 'credit-exit:' || cask_exits.id || ':' || stakes.id || ':' AND outbox.id < 'credit-exit:' || cask_exits.id || ':' || stakes.id || ';'))`,
  },
  "a reward is given once, while it counts": {
    table: "referrals",
    key: "referred_id",
    breach: `state <> 'reversed' AND (SELECT coalesce(sum(iif(debit_account_id = '${house.promotions}', amount, -amount)), 0) FROM transfers
      WHERE refers_to = 'referral:' || referred_id AND '${house.promotions}' IN (debit_account_id, credit_account_id))
    <> iif(state IN ('pending', 'paid'), reward_cents, 0)`,
  },
  "every person is charged one joining fee": {
    table: "users",
    key: "id",
    breach: `(SELECT count(*) FROM payments WHERE user_id = users.id AND purpose = 'joining-fee' AND payments.state = 'settled') > 1`,
  },
  "held reservations belong to open payments": {
    table: "reservations",
    key: "payment_id",
    breach: `state = 'held' AND EXISTS (SELECT 1 FROM payments
    WHERE payments.id = payment_id AND payments.state NOT IN ('created', 'open'))`,
  },
};

const KEPT_RULES: Record<string, RangedRule> = {
  "a stake knows its latest certificate": {
    table: "stakes",
    key: "id",
    breach: `(certificate_id, certificate_code, certificate_state, certificate_at_ms) IS NOT
    (SELECT one.id, one.code, one.state, one.created_at_ms FROM certificates AS one WHERE one.stake_id = stakes.id
      ORDER BY one.state = 'void', one.created_at_ms DESC, one.rowid DESC LIMIT 1)`,
  },
  "a cask knows its valuations that count": {
    table: "casks",
    key: "id",
    heavy: true,
    breach: `counted_values <> (SELECT json_group_array(json_array(valued_on, value_cents, tier, method, source) ORDER BY valued_on, created_at_ms, id)
    FROM valuations WHERE cask_id = casks.id AND NOT EXISTS (SELECT 1 FROM valuations AS corrections WHERE corrections.supersedes_id = valuations.id))`,
  },
};

const RULES_OF_REFUNDS: Record<string, RangedRule> = {
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
};

export const RANGED_RULES: Record<string, RangedRule> = {
  ...RULES_OF_MONEY,
  ...RULES_OF_REFUNDS,
  ...RULES_OF_RESALE,
  ...KEPT_RULES,
};

export const STANDING_RULES: Record<string, string> = {
  "what is unsettled is owed to refunds under way": `SELECT id FROM accounts WHERE id = '${house.unsettled}' AND credits_total - debits_total <>
    (SELECT coalesce(sum(received_cents), 0) FROM payments WHERE state = 'refunding')`,
  "what is held for withdrawals is what is in progress": `SELECT id FROM accounts WHERE id = '${house.withdrawals}' AND credits_total - debits_total <>
    (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals WHERE state IN ('progress', 'sending'))`,
  "what casks brought and is not shared out yet is set aside": `SELECT id FROM accounts WHERE id = '${house.caskProceeds}' AND credits_total - debits_total <>
    (SELECT coalesce(sum(gross_cents - fees_cents - net_per_stake_cents * (SELECT count(*) FROM stakes WHERE stakes.exit_id = cask_exits.id)), 0)
      FROM cask_exits WHERE state = 'confirmed')
    + (SELECT coalesce(sum(net_per_stake_cents * (SELECT count(*) FROM stakes WHERE stakes.cask_id = cask_exits.cask_id AND stakes.state <> 'ended')), 0)
      FROM cask_exits WHERE state = 'done')`,
  "what is on hold is what sellers wait for": `SELECT id FROM accounts WHERE id = '${house.resale}' AND credits_total - debits_total <>
    (SELECT coalesce(sum(credit_cents), 0) FROM offers WHERE state = 'sold' AND paid_at_ms IS NULL AND payable_from_ms > 0)`,
};

export const BOOK_RULES: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(RANGED_RULES).map(([rule, { table, key, breach }]) => [
      rule,
      `SELECT ${key} FROM ${table} WHERE (${breach})`,
    ]),
  ),
  ...STANDING_RULES,
  "account totals are sums of transfers": `SELECT id FROM accounts WHERE
    credits_total <> (SELECT coalesce(sum(amount), 0) FROM transfers WHERE credit_account_id = accounts.id)
    OR debits_total <> (SELECT coalesce(sum(amount), 0) FROM transfers WHERE debit_account_id = accounts.id)`,
  "debits equal credits": `SELECT currency FROM accounts GROUP BY currency HAVING sum(credits_total) <> sum(debits_total)`,
};
