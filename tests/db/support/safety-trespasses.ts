import type { Filled } from "./every-table";
import { freedTrespasses } from "./freed-trespasses";

/** What a thief would do: the statement that each rule refuses. */
export function trespassesOfSafety({ person: { userId }, stakeId }: Filled): Record<string, string> {
  return {
    ...freedTrespasses(stakeId),
    "a closing must wait a week, or two after a change of contact": `INSERT INTO account_closings (id, user_id, give_up_stakes, give_up_balance, asked_at_ms, closes_from_ms, stop_token)
      VALUES ('x', '${userId}', 1, 1, 1, 604800000, 'x')`,
    "a stake cannot be given up before its closing has waited": `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES ('x', 'user:${userId}:wallet', 'house:given-up', 1, 'USD', 'given-up', 'closing:${userId}', 1)`,
    "an account that gives something up must wait before it is closed": `UPDATE users SET email = '${userId}@closed.invalid', phone = NULL, full_name = NULL, name_on_certificate = NULL, address = NULL,
      referral_code = 'closed:${userId}', suspended_at_ms = 1, closed_at_ms = 1 WHERE id = '${userId}'`,
    "operators cannot decide about their own rewards": `INSERT INTO audit_log (id, actor, action, subject, created_at_ms)
      SELECT 'x', 'operator:' || referrer_id, 'reward-paid', 'referral:' || referred_id, 1 FROM referrals LIMIT 1`,
    "an account that is being closed cannot buy": `INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      SELECT 'x', user_id, 'joining-fee', 'p', 1, 'Bank', 'stripe', 1, 1, 1 FROM account_closings WHERE cancelled_at_ms IS NULL`,
  };
}
