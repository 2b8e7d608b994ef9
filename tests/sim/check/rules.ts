import { BOOK_RULES } from "~/core/ledger/book-rules";
import type { Shop } from "../shop";
import { checkResale, checkVotes } from "./resale";
import { PAID_ONCE, wrongCredits } from "./returns";

// What no operator did alone, from the rows as they stand and by no rule of the product.

const before = `FROM valuations AS earlier WHERE earlier.cask_id = one.cask_id AND earlier.rowid < one.rowid`;
const order = "earlier.valued_on, earlier.created_at_ms, earlier.id";
const seenByTwo = "AND (earlier.recorded_by IS NULL OR earlier.proposal_id IS NOT NULL)";

/** The lowest value from the last one that two had seen on; the price before there is any. */
const LEAST = `coalesce((SELECT min(earlier.value_cents) ${before} AND printf('%s %020d %s', ${order}) >=
    coalesce((SELECT max(printf('%s %020d %s', earlier.valued_on, earlier.created_at_ms, earlier.id)) ${before} ${seenByTwo}), '')),
  (SELECT cost_per_stake_cents FROM casks WHERE casks.id = one.cask_id))`;

/** In the simulation nothing is corrected, so that every entry counts. */
const VALUED_ALONE = `SELECT one.id FROM valuations AS one WHERE one.recorded_by IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM change_proposals AS two WHERE two.id = one.proposal_id AND two.state = 'confirmed'
    AND two.decided_by = one.recorded_by AND two.proposed_by <> two.decided_by)
  AND (10 * one.value_cents > 11 * ${LEAST} OR EXISTS (SELECT 1 ${before} AND earlier.valued_on > one.valued_on))`;

/** The rules of the books, which hold at any moment. */
function checkBooks({ store, world }: Shop): void {
  for (const [rule, query] of Object.entries(BOOK_RULES)) {
    const rows = store.rows(query);
    if (rows.length > 0) world.violate(rule, rows.slice(0, 3));
  }
}

const OPEN_AT_STRIPE = `SELECT provider_session_id AS session FROM payments WHERE provider = 'stripe' AND state IN ('expired', 'cancelled')
  AND provider_session_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.id = 'expire-session:' || payments.id AND done_at_ms IS NULL)`;

/** The rules of the books, and one about the outside: what can no longer be bought can soon no longer be paid. */
export function checkAnyMoment(shop: Shop): void {
  checkBooks(shop);
  if (shop.trades) {
    checkResale(shop);
    checkVotes(shop);
  }
  const [wrong] = wrongCredits(shop);
  if (wrong !== undefined)
    shop.world.violate("a sale gives each stake what is left of its net after its returns", wrong);
  for (const { session } of shop.store.rows<{ session: string }>(OPEN_AT_STRIPE)) {
    const known = shop.providers.stripe.sessions.get(session);
    if (known?.status === "open" && shop.world.nowMs <= known.endsAtMs)
      shop.world.violate("sessions of ended payments are ended", session);
  }
}

/** What a referrer has been given for one referral, less what was taken back. */
const givenAway = `(SELECT coalesce(sum(iif(debit_account_id = 'house:promotions', amount, -amount)), 0) FROM transfers
  WHERE refers_to = 'referral:' || referred_id AND 'house:promotions' IN (debit_account_id, credit_account_id))`;

const TOKENS = "iif(purpose = 'stake', 2000, 1000)";

/** Closing the account gave up what it held, which the payments no longer say. */
const closed = (userId: string) =>
  `EXISTS (SELECT 1 FROM users AS gone WHERE gone.id = ${userId} AND gone.closed_at_ms IS NOT NULL)`;

/** How often operators did this to certificates of the stake at hand. */
const loggedOf = (
  action: string,
) => `(SELECT count(*) FROM certificates JOIN audit_log ON subject = 'certificate:' || certificates.id
  WHERE stake_id = stakes.id AND action = '${action}')`;

/**
 * The first one, one for each that was reissued, one each time the payment came to count again, unless it was withheld then, the account
 * closed or the stake sold on, and one each time its sale was undone.
 */
const causesOfCertificates = `1 + ${loggedOf("certificate-reissued")} + payments.reversals - (payments.state <> 'settled')
  + (SELECT count(*) FROM offers WHERE offers.stake_id = stakes.id AND offers.state = 'undone')`;

/** Id of the payment at hand. */
const COUNTS = "payments.state = 'settled'";

/** What must hold once everything has come to rest. Each query lists the rows that break its rule; done work is swept after 30 days. */
export const REST_RULES: Record<string, string> = {
  "every payment has ended": `SELECT id, state FROM payments WHERE state IN ('created', 'open', 'paid')
    OR (state = 'refunding' AND NOT EXISTS (SELECT 1 FROM dead_letters WHERE dead_letters.id = 'refund:' || payments.id))`,
  "no operator dates a value back or raises it far alone": VALUED_ALONE,
  "no reservation is held": "SELECT payment_id FROM reservations WHERE state = 'held'",
  "a stake's place is counted once": `SELECT id FROM casks WHERE reserved_stakes <> 0 OR sold_stakes <> (SELECT count(*) FROM reservations WHERE cask_id = casks.id AND state = 'paid')
      - (SELECT count(*) FROM stakes WHERE cask_id = casks.id AND freed_at_ms IS NOT NULL AND id NOT IN (SELECT new_stake_id FROM offers WHERE offers.state = 'undone'))`,
  "the outbox is empty": "SELECT id FROM outbox WHERE done_at_ms IS NULL",
  "what is bought belongs to its buyer": `SELECT stakes.id FROM stakes JOIN payments ON payments.id = payment_id
    WHERE stakes.user_id <> payments.user_id OR stakes.cask_id <> payments.cask_id
      OR price_cents <> amount_cents - coalesce((SELECT fee_cents FROM offers WHERE offers.id = offer_id), 0)`,
  "each settled payment earned its tokens once": `SELECT payments.id FROM payments WHERE state IN ('settled', 'refunded', 'disputed') AND (state = 'settled' OR reason IN ('returned', 'disputed', 'dispute-lost', 'given-back'))
    AND (SELECT coalesce(sum(amount), 0) FROM transfers WHERE refers_to = 'payment:' || payments.id AND reason = 'tokens-earned' AND credit_account_id = 'user:' || user_id || ':tokens')
      <> ${TOKENS}`,
  "token balances are what settled payments earned": `SELECT users.id FROM users JOIN accounts ON accounts.id = 'user:' || users.id || ':tokens'
    WHERE credits_total - debits_total <> (SELECT coalesce(sum(${TOKENS}), 0) FROM payments WHERE user_id = users.id AND state = 'settled')`,
  "income is what was paid and kept": `SELECT id FROM accounts WHERE (id = 'house:stake-sales' AND credits_total - debits_total <>
      (SELECT coalesce(sum(amount_cents), 0) FROM payments WHERE purpose = 'stake' AND offer_id IS NULL AND state = 'settled'))
    OR (id = 'house:joining-fees' AND credits_total - debits_total <>
      (SELECT coalesce(sum(amount_cents), 0) FROM payments WHERE purpose = 'joining-fee' AND state = 'settled'))`,
  "accounts are active exactly while a fee counts": `SELECT id FROM users WHERE role = 'investor' AND (activated_at_ms IS NOT NULL) <>
    EXISTS (SELECT 1 FROM payments WHERE user_id = users.id AND purpose = 'joining-fee' AND state = 'settled')`,
  "a stake is active exactly while its payment counts": `SELECT stakes.id FROM stakes JOIN payments ON payments.id = payment_id
    WHERE (stakes.state = 'active') <> ${COUNTS} AND exit_id IS NULL AND resold_at_ms IS NULL AND NOT ${closed("stakes.user_id")}`,
  "a cask that was sold is shared out, except for open disputes": `SELECT cask_exits.id FROM cask_exits WHERE state = 'confirmed'
    OR (state = 'done' AND EXISTS (SELECT 1 FROM stakes JOIN payments ON payments.id = payment_id WHERE stakes.cask_id = cask_exits.cask_id
      AND stakes.state <> 'ended' AND NOT (stakes.state = 'frozen' AND payments.state = 'disputed' AND payments.reason = 'disputed')))`,
  "a certificate is issued exactly while its payment counts and nobody withholds it": `SELECT stakes.id FROM stakes JOIN payments ON payments.id = payment_id
    WHERE NOT ${closed("stakes.user_id")} AND (SELECT count(*) FROM certificates WHERE stake_id = stakes.id AND certificates.state = 'issued' AND sha256 IS NOT NULL)
      <> (resold_at_ms IS NULL AND ${COUNTS} AND NOT EXISTS (SELECT 1 FROM certificates WHERE stake_id = stakes.id AND withheld = 1))`,
  "each further certificate has its cause": `SELECT stakes.id FROM stakes JOIN payments ON payments.id = payment_id
    WHERE (SELECT count(*) FROM certificates WHERE stake_id = stakes.id) > ${causesOfCertificates}
      OR ((SELECT count(*) FROM certificates WHERE stake_id = stakes.id) < ${causesOfCertificates} AND ${loggedOf("certificate-voided")} = 0 AND resold_at_ms IS NULL AND NOT ${closed("stakes.user_id")}
        AND stakes.id NOT IN (SELECT stake_id FROM offers WHERE offers.state = 'undone'))`,
  "what is withheld was made void by an operator": `SELECT id FROM certificates WHERE withheld = 1
    AND NOT EXISTS (SELECT 1 FROM audit_log WHERE action = 'certificate-voided' AND subject = 'certificate:' || certificates.id AND actor LIKE 'operator:%')`,
  // Whose referrer's account was closed by then earns no one a reward.
  "who was referred earns a reward once, with their first stake": `SELECT referred_id, state FROM referrals WHERE payment_id IS NOT
      (SELECT payment_id FROM stakes WHERE user_id = referred_id ORDER BY stakes.rowid LIMIT 1)
      AND NOT (payment_id IS NULL AND coalesce((SELECT closed_at_ms <= (SELECT min(purchased_at_ms) FROM stakes WHERE user_id = referred_id)
        FROM users WHERE users.id = referrer_id), 0))
    OR (state = 'inactive') <> (payment_id IS NULL)
    OR ((state IN ('held', 'pending', 'paid')) <> EXISTS (SELECT 1 FROM payments WHERE payments.id = payment_id AND payments.state = 'settled') AND NOT ${closed("referrer_id")})`,
  "pending rewards are those of stakes that count": `SELECT users.id FROM users JOIN accounts ON accounts.id = 'user:' || users.id || ':rewards-pending'
    WHERE credits_total - debits_total <> (SELECT coalesce(sum(reward_cents), 0) FROM referrals WHERE referrer_id = users.id AND state = 'pending')`,
  "a reward that was taken back is back, or is left to a person": `SELECT referred_id FROM referrals WHERE state = 'reversed' AND ${givenAway} <> 0 AND NOT ${closed("referrer_id")}
    AND NOT EXISTS (SELECT 1 FROM dead_letters WHERE origin = 'reward' AND resolved_at_ms IS NULL AND json_extract(body, '$.referredId') = referred_id)`,
  "rewards and gifts come out of promotions": `SELECT id FROM accounts WHERE id = 'house:promotions' AND debits_total - credits_total <>
    (SELECT coalesce(sum(${givenAway}), 0) FROM referrals) + (SELECT coalesce(sum(amount), 0) FROM transfers WHERE reason = 'promotion')`,
  "a wallet is the sum of its causes": `SELECT users.id FROM users JOIN accounts ON accounts.id = 'user:' || users.id || ':wallet' WHERE credits_total - debits_total <>
    (SELECT coalesce(sum(amount), 0) FROM transfers WHERE credit_account_id = accounts.id AND reason IN ('promotion', 'reward-paid', 'restored', 'cask-sale', 'provider-buy-back', 'resale-available'))
    - (SELECT coalesce(sum(amount), 0) FROM transfers WHERE debit_account_id = accounts.id AND reason = 'reversal' AND (refers_to LIKE 'referral:%' OR refers_to LIKE 'payment:%'))
    - (SELECT coalesce(sum(amount), 0) FROM transfers WHERE debit_account_id = accounts.id AND reason = 'debt-set-off')
    - (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals WHERE user_id = users.id AND stake_id IS NULL AND state IN ('progress', 'sending', 'paid'))`,
  "each return is credited once, and a rejection or the sale takes it back": `SELECT id FROM accounts WHERE id = 'house:returns' AND debits_total - credits_total <>
    (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals WHERE state NOT IN ('rejected', 'cancelled', 'returned') AND stake_id IS NOT NULL)
    - (SELECT coalesce(sum(min(net_per_stake_cents, (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals
      WHERE withdrawals.stake_id = stakes.id AND withdrawals.state NOT IN ('rejected', 'cancelled', 'returned')))), 0)
      FROM stakes JOIN cask_exits ON cask_exits.id = stakes.exit_id)
    - (SELECT coalesce(sum(min(price_cents - fee_cents, (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals
      WHERE withdrawals.stake_id = offers.stake_id AND withdrawals.state NOT IN ('rejected', 'cancelled', 'returned')))), 0) FROM offers WHERE state = 'sold')
    - (SELECT coalesce(sum(iif(credit_account_id = accounts.id, amount, -amount)), 0) FROM transfers
      WHERE 'house:owed-by-investors' IN (debit_account_id, credit_account_id) AND accounts.id IN (debit_account_id, credit_account_id))`,
  "the bank paid what is marked as paid": `SELECT id FROM accounts WHERE id = 'house:bank' AND credits_total - debits_total <>
    (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals WHERE state = 'paid')
    + (SELECT coalesce(sum(received_cents), 0) FROM payments JOIN manual_refunds ON payment_id = payments.id WHERE state = 'refunded')`,
  "nobody is owed less than nothing":
    "SELECT id FROM accounts WHERE id = 'house:owed-by-investors' AND credits_total > debits_total",
  "every offer whose time is over has ended, and every seller whose hold is over is paid": `SELECT id FROM offers
    WHERE (state = 'open' AND expires_at_ms <= $now) OR (state = 'sold' AND paid_at_ms IS NULL AND payable_from_ms <= $now
      AND NOT EXISTS (SELECT 1 FROM stakes JOIN payments ON payments.id = payment_id WHERE stakes.id = new_stake_id AND payments.state = 'disputed' AND payments.reason = 'disputed'))`,
  "every bid that has closed is counted": "SELECT id FROM bids WHERE state = 'open' AND closes_at_ms <= $now",
  "a return is paid out once a cycle": `SELECT stake_id FROM withdrawals WHERE state IN ('progress', 'sending', 'paid') AND stake_id IS NOT NULL GROUP BY stake_id, cycle_number HAVING count(*) > 1`,
  "nothing is in two payout runs":
    "SELECT withdrawal_id FROM payout_run_rows WHERE released_at_ms IS NULL GROUP BY 1 HAVING count(*) > 1",
  "nothing is cancelled once the bank has it":
    "SELECT id FROM withdrawals WHERE state = 'cancelled' AND sent_at_ms IS NOT NULL",
  "a gain is paid once": PAID_ONCE,
  "an end is told once": `SELECT id FROM payments WHERE (state = 'settled' OR reason IN ('returned', 'disputed', 'dispute-lost')) AND NOT EXISTS (
    SELECT 1 FROM outbox WHERE outbox.id = 'send-notice:payment-settled:' || payments.id)
    AND created_at_ms > $now - 2592000000`,
};
