import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { each, mapWork, rows, type Work } from "~/db/work";
import { CERTIFICATE_PROMISE_MS } from "~/domain/certificate-late";
import { type PayoutBlock, payoutBlock } from "~/areas/holdings/payout-rules/payout-limits";
import { isPlanned } from "~/areas/notices/waiting/planned-certificate";

// What waits for a person in the matters of one customer: the part of the console's queues that is theirs.

export type UserWait = {
  kind: "withdrawal" | "refund" | "dispute" | "certificate" | "reward" | "support" | "data" | "erasure";
  /** 'withdrawal:ID' and the like. */
  subject: string;
  sinceMs: number;
  amountCents: number | null;
  /** Of a withdrawal: what stands in the way, or how far it is. */
  state: PayoutBlock | "held" | "due" | "sending" | null;
};

/** Of payments and stakes the latest so many are looked at. */
const LATEST = sql.raw("100");

/** Oldest first. */
export function readUserWaits(db: Database, { userId, nowMs }: { userId: string; nowMs: number }): Work<UserWait[]> {
  const withdrawals =
    db.all<UserWait>(sql`SELECT 'withdrawal' AS kind, 'withdrawal:' || withdrawals.id AS subject, withdrawals.created_at_ms AS sinceMs,
      withdrawals.amount_cents AS amountCents, coalesce(${payoutBlock(nowMs)},
        iif(withdrawals.state = 'sending', 'sending', iif(withdrawals.payable_from_ms > ${nowMs}, 'held', 'due'))) AS state
    FROM withdrawals WHERE withdrawals.user_id = ${userId} AND withdrawals.state IN ('progress', 'sending')`);
  const payments =
    db.all<UserWait>(sql`SELECT iif(state = 'disputed', 'dispute', 'refund') AS kind, 'payment:' || id AS subject,
      updated_at_ms AS sinceMs, amount_cents AS amountCents, NULL AS state
    FROM (SELECT * FROM payments WHERE user_id = ${userId} ORDER BY created_at_ms DESC LIMIT ${LATEST})
    WHERE state = 'refunding' OR (state = 'disputed' AND reason = 'disputed')`);
  const certificates =
    db.all<UserWait>(sql`SELECT 'certificate' AS kind, 'certificate:' || late.id AS subject, late.created_at_ms AS sinceMs,
      NULL AS amountCents, NULL AS state
    FROM (SELECT id FROM stakes WHERE user_id = ${userId} ORDER BY purchased_at_ms DESC LIMIT ${LATEST}) AS held
      CROSS JOIN certificates AS late ON late.stake_id = held.id
    WHERE late.state = 'pending' AND late.created_at_ms <= ${nowMs - CERTIFICATE_PROMISE_MS} AND NOT ${isPlanned(sql`late.id`, nowMs)}`);
  const rewards =
    db.all<UserWait>(sql`SELECT 'reward' AS kind, 'referral:' || referred_id AS subject, created_at_ms AS sinceMs,
      reward_cents AS amountCents, NULL AS state
    FROM (SELECT * FROM referrals WHERE referrer_id = ${userId} ORDER BY created_at_ms DESC LIMIT ${LATEST}) WHERE state IN ('held', 'pending')`);
  const support =
    db.all<UserWait>(sql`SELECT iif(kind IN ('data', 'erasure'), kind, 'support') AS kind, 'support:' || id AS subject, waiting_since_ms AS sinceMs,
      NULL AS amountCents, NULL AS state
    FROM support_requests WHERE user_id = ${userId} AND waiting_since_ms IS NOT NULL`);
  const all = [withdrawals, payments, certificates, rewards, support].map((query) => rows(query));
  return mapWork(each(all), (found) => found.flat().sort((one, other) => one.sinceMs - other.sinceMs));
}
