import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";

// What waits for a person, counted for the navigation of every console page. Counting stops at a hundred, so that a page costs
// the same however long a queue has grown.

/** A count of 100 means that many or more. */
export const MOST_COUNTED = 100;

export type Waiting = {
  /** May be paid now. */
  withdrawals: number;
  /** When the first of them could be paid; null: none. */
  withdrawalsSinceMs: number | null;
  /** Still within their hold. */
  held: number;
  /** Rewards to pay, and rewards whose two people look like one. */
  rewards: number;
  deadLetters: number;
  deadLettersSinceMs: number | null;
  differences: number;
  differencesSinceMs: number | null;
  /** Requests to support without an answer. */
  support: number;
  supportSinceMs: number | null;
};

const none: Waiting = {
  withdrawals: 0,
  withdrawalsSinceMs: null,
  held: 0,
  rewards: 0,
  deadLetters: 0,
  deadLettersSinceMs: null,
  differences: 0,
  differencesSinceMs: null,
  support: 0,
  supportSinceMs: null,
};

export function readWaiting(db: Database, nowMs: number): Work<Waiting> {
  const counted = (from: string) => sql`(SELECT count(*) FROM (SELECT 1 FROM ${sql.raw(from)} LIMIT ${MOST_COUNTED}))`;
  const query = db.all<Waiting>(sql`SELECT
    (SELECT count(*) FROM (SELECT 1 FROM withdrawals WHERE state = 'progress' AND payable_from_ms <= ${nowMs} LIMIT ${MOST_COUNTED})) AS withdrawals,
    (SELECT min(payable_from_ms) FROM withdrawals WHERE state = 'progress' AND payable_from_ms <= ${nowMs}) AS withdrawalsSinceMs,
    (SELECT count(*) FROM (SELECT 1 FROM withdrawals WHERE state = 'progress' AND payable_from_ms > ${nowMs} LIMIT ${MOST_COUNTED})) AS held,
    ${counted("referrals WHERE state IN ('held', 'pending')")} AS rewards,
    ${counted("dead_letters WHERE resolved_at_ms IS NULL")} AS deadLetters,
    (SELECT min(created_at_ms) FROM dead_letters WHERE resolved_at_ms IS NULL) AS deadLettersSinceMs,
    ${counted("differences WHERE state = 'open'")} AS differences,
    (SELECT min(first_seen_ms) FROM differences WHERE state = 'open') AS differencesSinceMs,
    ${counted("support_requests WHERE answered_at_ms IS NULL AND closed_at_ms IS NULL")} AS support,
    (SELECT min(created_at_ms) FROM support_requests WHERE answered_at_ms IS NULL AND closed_at_ms IS NULL) AS supportSinceMs`);
  return mapWork(row(query), (found) => found ?? none);
}
