import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { referrals } from "~/db/schema/rewards";
import { isPublished } from "~/areas/casks/is-published";
import { looksLikeOne } from "~/core/ledger/same-person";
import type { ApplyInput } from "./apply-input";
import { hasEnded, isSettled, justPaid, stillHere } from "./payment-conditions";
import { pendingReward } from "~/areas/accounts/rewards/referral-reward";

/**
 * Turns a paid stake payment into a numbered stake with a certificate to be issued. If the hold has ended, it takes a free
 * stake; if there is none, the payment stays 'paid' and the caller's next statement refunds it.
 */
export function stakeStatements(db: Database, input: ApplyInput) {
  const { payment, isReferred, isCrowded, nowMs, stakeId, certificateId, certificateCode } = input;
  const statements = [
    ...(isCrowded ? [freeOverdue(db, input)] : []),
    db.run(sql`UPDATE reservations SET state = 'paid', released_at_ms = iif(state = 'held', ${nowMs}, released_at_ms)
      WHERE payment_id = ${payment.id} AND ${justPaid(payment.id)} AND ${stillHere(payment.userId)}
      AND NOT ${hasEnded(payment.caskId)}
      AND (state = 'held' OR (state = 'expired' AND EXISTS (
        SELECT 1 FROM casks WHERE casks.id = reservations.cask_id AND ${isPublished} AND sold_stakes + reserved_stakes < total_stakes)))`),
    // A number that a refund has set free goes first, so that the numbers sold have no gap once it is taken.
    db.run(sql`INSERT INTO stakes (id, cask_id, number, sale_number, user_id, payment_id, price_cents, purchased_at_ms)
      SELECT ${stakeId}, casks.id, coalesce(freed.number, casks.sold_stakes + 1), coalesce(freed.sale_number, 0) + 1, ${payment.userId},
        ${payment.id}, ${payment.amountCents}, ${nowMs}
      FROM reservations JOIN casks ON casks.id = reservations.cask_id LEFT JOIN stakes AS freed ON freed.id = (SELECT id FROM stakes
        WHERE stakes.cask_id = casks.id AND freed_at_ms IS NOT NULL AND sold_again_at_ms IS NULL ORDER BY stakes.number LIMIT 1)
      WHERE reservations.payment_id = ${payment.id} AND reservations.state = 'paid'
        AND NOT EXISTS (SELECT 1 FROM stakes WHERE payment_id = ${payment.id})`),
    db.run(sql`UPDATE payments SET state = 'settled', updated_at_ms = ${nowMs}
      WHERE id = ${payment.id} AND state = 'paid' AND EXISTS (SELECT 1 FROM stakes WHERE payment_id = ${payment.id})`),
    // Only the first: one that was made void since is not replaced by a late copy of this batch.
    db.run(sql`INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms)
      SELECT ${certificateId}, stakes.id, ${certificateCode}, ${`certificates/${certificateId}.pdf`}, ${nowMs}
      FROM stakes WHERE payment_id = ${payment.id} AND certificate_id IS NULL ON CONFLICT DO NOTHING`),
  ];
  return isReferred ? [...statements, ...rewardStatements(db, input)] : statements;
}

/** Overdue holds of others must not cost a late payer a stake that is really free. */
const freeOverdue = (db: Database, { payment, nowMs }: ApplyInput) =>
  db.run(sql`UPDATE payments SET state = 'expired', updated_at_ms = ${nowMs}
    WHERE cask_id = ${payment.caskId} AND state IN ('created', 'open') AND expires_at_ms <= ${nowMs}`);

/** The first stake of a referred user earns the referrer their reward. If both look like one person, an operator decides first. */
export function rewardStatements(db: Database, { payment, nowMs }: ApplyInput) {
  return [
    db.run(sql`UPDATE referrals SET state = 'held', payment_id = ${payment.id}
      WHERE referred_id = ${payment.userId} AND state = 'inactive' AND ${isSettled(payment.id)}
        AND ${looksLikeOne(referrals.referredId, referrals.referrerId)}`),
    db.run(sql`UPDATE referrals SET state = 'pending', payment_id = ${payment.id}
      WHERE referred_id = ${payment.userId} AND state = 'inactive' AND ${isSettled(payment.id)} AND ${stillHere(sql`referrer_id`)}`),
    pendingReward(db, payment.userId, {
      where: sql`referred_id = ${payment.userId} AND payment_id = ${payment.id} AND state = 'pending'`,
      nowMs,
    }),
  ];
}
