import { type SQL, sql } from "drizzle-orm";
import { rewardsPendingOf, tokensOf, walletOf } from "~/core/ledger/accounts";

type Part = {
  /** The tables it is read from. A test compares them with the database: a new table is in here, or named as left out. */
  tables: readonly string[];
  rows: (userId: string) => SQL;
};

const ofUser = (columns: string, table: string, order = "1"): Part => ({
  tables: [table],
  rows: (userId) =>
    sql`SELECT ${sql.raw(columns)} FROM ${sql.raw(table)} WHERE user_id = ${userId} ORDER BY ${sql.raw(order)}`,
});

const ofPayments = (columns: string, table: string): Part => ({
  tables: [table],
  rows: (
    userId,
  ) => sql`SELECT ${sql.raw(columns)} FROM payments JOIN ${sql.raw(table)} ON ${sql.raw(table)}.payment_id = payments.id
    WHERE payments.user_id = ${userId} ORDER BY payments.created_at_ms`,
});

/**
 * What is kept about one person, part by part. Column by column, so that a new one is not handed out unseen: nothing secret, and nothing
 * about anyone else, not even an id.
 */
export const dataParts = {
  account: {
    tables: ["users"],
    rows: (
      userId,
    ) => sql`SELECT id, email, phone, full_name, name_on_certificate, address, role, referral_code, activated_at_ms, suspended_at_ms,
      contact_changed_at_ms, created_at_ms FROM users WHERE id = ${userId}`,
  },
  bank_details: ofUser(
    "holder_name, bank_name, ifsc_code, branch_address, account_last4, changed_at_ms",
    "bank_details",
  ),
  earlier_contacts: ofUser("channel, old_value, new_value, changed_at_ms", "contact_changes", "changed_at_ms"),
  logins: ofUser("created_at_ms, proved_at_ms, expires_at_ms, revoked_at_ms", "sessions", "created_at_ms"),
  payments: ofUser(
    "id, purpose, cask_id, product_name, amount_cents, received_cents, mode, provider, state, reason, created_at_ms, updated_at_ms",
    "payments",
    "created_at_ms",
  ),
  reservations: ofPayments(
    "reservations.payment_id, reservations.cask_id, reservations.state, reservations.created_at_ms",
    "reservations",
  ),
  refunds_by_hand: ofPayments(
    "manual_refunds.payment_id, manual_refunds.reference, manual_refunds.recorded_at_ms",
    "manual_refunds",
  ),
  disputes_dealt_with: ofPayments("dispute_lifts.payment_id, dispute_lifts.lifted_at_ms", "dispute_lifts"),
  stakes: {
    tables: ["stakes"],
    rows: (
      userId,
    ) => sql`SELECT stakes.id, casks.name AS cask, stakes.number, casks.total_stakes, stakes.payment_id, stakes.price_cents, stakes.state,
      stakes.purchased_at_ms, stakes.exit_id FROM stakes JOIN casks ON casks.id = stakes.cask_id WHERE stakes.user_id = ${userId}
      ORDER BY stakes.purchased_at_ms`,
  },
  changes_of_stakes: {
    tables: ["stake_changes"],
    rows: (
      userId,
    ) => sql`SELECT stake_changes.stake_id, stake_changes.was, stake_changes.becomes, stake_changes.changed_at_ms FROM stakes
      JOIN stake_changes ON stake_changes.stake_id = stakes.id WHERE stakes.user_id = ${userId} ORDER BY stake_changes.id`,
  },
  certificates: {
    tables: ["certificates"],
    rows: (
      userId,
    ) => sql`SELECT certificates.id, certificates.stake_id, certificates.code, certificates.state, certificates.size_bytes,
      certificates.created_at_ms, certificates.issued_at_ms, certificates.voided_at_ms FROM stakes JOIN certificates ON certificates.stake_id = stakes.id
      WHERE stakes.user_id = ${userId} ORDER BY certificates.created_at_ms`,
  },
  offers: ofUser(
    "id, stake_id, price_cents, fee_cents, valued_cents, state, end_reason, end_note, created_at_ms, expires_at_ms, ended_at_ms, advanced_cents, credit_cents, sold_at_ms, payable_from_ms, paid_at_ms, undone_at_ms",
    "offers",
    "created_at_ms",
  ),
  votes_on_bids: ofUser("bid_id, choice, voted_at_ms", "bid_votes", "id"),
  withdrawals: ofUser(
    `id, stake_id, cycle_number, amount_cents, interest_basis_points, reckoned_to_cents, mode, holder_name, bank_name, ifsc_code, account_last4,
      state, payable_from_ms, bank_reference, reject_reason, cancelled_by, created_at_ms, updated_at_ms`,
    "withdrawals",
    "created_at_ms",
  ),
  balances: ofUser("id, currency, credits_total, debits_total", "accounts"),
  bookings: {
    tables: ["transfers"],
    // A reward's booking names whom it is for: that is another person.
    rows: (userId) => {
      const theirs = sql`(${walletOf(userId)}, ${rewardsPendingOf(userId)}, ${tokensOf(userId)})`;
      return sql`SELECT seq, debit_account_id, credit_account_id, amount, currency, reason,
          iif(refers_to LIKE 'referral:%', 'referral', refers_to) AS refers_to, created_at_ms FROM transfers
        WHERE seq IN (SELECT seq FROM transfers WHERE debit_account_id IN ${theirs} UNION SELECT seq FROM transfers WHERE credit_account_id IN ${theirs}
          UNION SELECT paid.seq FROM payments JOIN transfers AS paid ON paid.refers_to = 'payment:' || payments.id WHERE payments.user_id = ${userId})
        ORDER BY seq`;
    },
  },
  invited: {
    tables: ["referrals"],
    rows: (userId) =>
      sql`SELECT state, reward_cents, created_at_ms FROM referrals WHERE referrer_id = ${userId} ORDER BY created_at_ms`,
  },
  invited_by_somebody: {
    tables: ["referrals"],
    rows: (userId) => sql`SELECT created_at_ms FROM referrals WHERE referred_id = ${userId}`,
  },
  identity_checks_begun: ofUser(
    "state, started_at_ms, changed_at_ms, verified_name",
    "identity_sessions",
    "started_at_ms",
  ),
  identity_checks: ofUser("outcome, checked_at_ms", "identity_checks", "checked_at_ms"),
  suspensions: ofUser("suspended_at_ms, restored_at_ms", "suspensions", "suspended_at_ms"),
  closings: ofUser("give_up_stakes, give_up_balance, asked_at_ms, cancelled_at_ms, closed_at_ms", "account_closings"),
  notices: ofUser("topic, wanted, changed_at_ms", "notice_choices"),
  messages_to_holders: {
    tables: ["message_recipients", "messages"],
    rows: (
      userId,
    ) => sql`SELECT messages.subject, messages.body, message_recipients.state, message_recipients.created_at_ms FROM message_recipients
      JOIN messages ON messages.id = message_recipients.message_id WHERE message_recipients.user_id = ${userId}
      ORDER BY message_recipients.created_at_ms`,
  },
  support_requests: ofUser(
    "number, name, email, phone, kind, message, created_at_ms, answered_at_ms, closed_at_ms",
    "support_requests",
    "created_at_ms",
  ),
  support_follow_ups: {
    tables: ["support_follow_ups"],
    rows: (
      userId,
    ) => sql`SELECT support_requests.number, support_follow_ups.body, support_follow_ups.created_at_ms FROM support_requests
      JOIN support_follow_ups ON support_follow_ups.request_id = support_requests.id WHERE support_requests.user_id = ${userId}
      ORDER BY support_follow_ups.created_at_ms`,
  },
  support_answers: {
    tables: ["support_answers"],
    rows: (
      userId,
    ) => sql`SELECT support_requests.number, support_answers.body, support_answers.created_at_ms FROM support_requests
      JOIN support_answers ON support_answers.request_id = support_requests.id WHERE support_requests.user_id = ${userId}
      ORDER BY support_answers.created_at_ms`,
  },
  wanted_to_hear_from_us: {
    tables: ["leads"],
    rows: (
      userId,
    ) => sql`SELECT leads.email, leads.phone, leads.created_at_ms FROM users JOIN leads ON leads.email = users.email OR leads.phone = users.phone
      WHERE users.id = ${userId}`,
  },
  corrections_of_your_name: ofUser(
    "full_name_was, on_certificate_was, full_name, on_certificate, created_at_ms",
    "name_corrections",
    "created_at_ms",
  ),
  own_changes: {
    tables: ["audit_log"],
    rows: (
      userId,
    ) => sql`SELECT action, created_at_ms FROM audit_log WHERE subject = ${`user:${userId}`} AND actor = ${`user:${userId}`}
      ORDER BY created_at_ms`,
  },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof dataParts;
export const PART_NAMES = Object.keys(dataParts) as PartName[];
