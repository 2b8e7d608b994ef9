import type { Filled } from "./every-table";
import { freedTrespasses } from "./freed-trespasses";

/** What a thief would do: the statement that each rule refuses. */
export function trespassesOfSafety({ person: { userId }, stakeId }: Filled): Record<string, string> {
  return {
    ...freedTrespasses(stakeId),
    account_closings_wait: `INSERT INTO account_closings (id, user_id, give_up_stakes, give_up_balance, asked_at_ms, closes_from_ms, stop_token)
      VALUES ('x', '${userId}', 1, 1, 1, 604800000, 'x')`,
    transfers_given_up_waited: `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES ('x', 'user:${userId}:wallet', 'house:given-up', 1, 'USD', 'given-up', 'closing:${userId}', 1)`,
    users_closed_waited: `UPDATE users SET email = '${userId}@closed.invalid', phone = NULL, full_name = NULL, name_on_certificate = NULL, address = NULL,
      referral_code = 'closed:${userId}', suspended_at_ms = 1, closed_at_ms = 1 WHERE id = '${userId}'`,
    referrals_decided_by_others: `INSERT INTO audit_log (id, actor, action, subject, created_at_ms)
      SELECT 'x', 'operator:' || referrer_id, 'reward-paid', 'referral:' || referred_id, 1 FROM referrals LIMIT 1`,
    payments_not_while_closing: `INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      SELECT 'x', user_id, 'joining-fee', 'p', 1, 'Bank', 'stripe', 1, 1, 1 FROM account_closings WHERE cancelled_at_ms IS NULL`,
    identity_sessions_stay_verified: "UPDATE identity_sessions SET state = 'failed' WHERE state = 'verified'",
    identity_checks_of_verified_sessions: `INSERT INTO identity_checks (id, user_id, session_id, outcome, checked_at_ms)
      SELECT 'x', max(users.id), 'ids_1', 'passed', 1 FROM users WHERE users.id NOT IN (SELECT user_id FROM identity_sessions)`,
    name_corrections_are_kept: "DELETE FROM name_corrections",
    support_follow_ups_are_kept: "DELETE FROM support_follow_ups",
    support_follow_ups_of_accounts:
      "INSERT INTO support_follow_ups (id, request_id, body, created_at_ms) VALUES ('x', 'none', 'b', 1)",
    notice_recipients_are_kept: "DELETE FROM notice_recipients",
  };
}
