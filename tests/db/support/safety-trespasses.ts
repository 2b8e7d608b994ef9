import type { Filled } from "./every-table";
import { freedTrespasses } from "./freed-trespasses";

/** What a thief would do: the statement that each rule refuses. */
export function trespassesOfSafety({ person: { userId }, stakeId }: Filled): Record<string, string> {
  return {
    ...freedTrespasses(stakeId),
    "an account that holds stakes or money cannot be closed": `UPDATE users SET email = '${userId}@closed.invalid', phone = NULL, full_name = NULL, name_on_certificate = NULL, address = NULL,
      referral_code = 'closed:${userId}', suspended_at_ms = 1, closed_at_ms = 1 WHERE id = '${userId}'`,
    "operators cannot decide about their own rewards": `INSERT INTO audit_log (id, actor, action, subject, created_at_ms)
      SELECT 'x', 'operator:' || referrer_id, 'reward-paid', 'referral:' || referred_id, 1 FROM referrals LIMIT 1`,
  };
}
