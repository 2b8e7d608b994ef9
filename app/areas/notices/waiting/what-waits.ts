import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";
import { isBlocked } from "~/areas/holdings/payout-rules";
import { CERTIFICATE_PROMISE_MS } from "~/domain/certificate-late";
import { paymentsInNeed } from "./payments-in-need";
import { isPlanned } from "./planned-certificate";

// What waits for a person, counted for the navigation of every console page and for the daily mail. Triggers keep most of it in one row
// (`tallies`); the timer adds the withdrawals that have come due (count-due.ts). What is rare is counted here, and counting stops
// soon, so that a page costs the same however long a queue has grown.

/** Of payments, certificates and proposals a count of 10 means ten or more; every other count is exact. */
export const MOST_COUNTED = 10;

export type Waiting = {
  /** May be paid now. */
  withdrawals: number;
  /** When the first of them could be paid; null: none. */
  withdrawalsSinceMs: number | null;
  /** The bank has them: to be matched with what it paid, or to be confirmed. */
  sending: number;
  sendingSinceMs: number | null;
  /** Still within their hold. */
  held: number;
  /** Rewards to pay, and rewards whose two people look like one. */
  rewards: number;
  /** Refunds to make by hand, disputes, and payments that should have been decided long ago. */
  payments: number;
  paymentsSinceMs: number | null;
  /** Not issued within the promised 48 hours. */
  certificates: number;
  certificatesSinceMs: number | null;
  deadLetters: number;
  deadLettersSinceMs: number | null;
  differences: number;
  differencesSinceMs: number | null;
  /** 1: the latest daily audit says FAIL. */
  failedAudits: number;
  failedAuditsSinceMs: number | null;
  /** Requests to support without an answer. */
  support: number;
  supportSinceMs: number | null;
  /** What one operator proposed and another may confirm: changes, sales of casks, bids and payouts. */
  proposals: number;
  proposalsSinceMs: number | null;
};

const none: Waiting = {
  withdrawals: 0,
  withdrawalsSinceMs: null,
  sending: 0,
  sendingSinceMs: null,
  held: 0,
  rewards: 0,
  payments: 0,
  paymentsSinceMs: null,
  certificates: 0,
  certificatesSinceMs: null,
  deadLetters: 0,
  deadLettersSinceMs: null,
  differences: 0,
  differencesSinceMs: null,
  failedAudits: 0,
  failedAuditsSinceMs: null,
  support: 0,
  supportSinceMs: null,
  proposals: 0,
  proposalsSinceMs: null,
};

export function readWaiting(db: Database, nowMs: number): Work<Waiting> {
  const late = sql`SELECT since FROM (SELECT id, created_at_ms AS since FROM certificates
    WHERE state = 'pending' AND created_at_ms <= ${nowMs - CERTIFICATE_PROMISE_MS} ORDER BY created_at_ms LIMIT ${MOST_COUNTED}) AS unissued
    WHERE NOT ${isPlanned(sql`unissued.id`, nowMs)}`;
  const oldest = (column: SQL, from: SQL, most: number) =>
    sql`SELECT since FROM (SELECT ${column} AS since FROM ${from} LIMIT ${most})`;
  // Each kind by an index of its own. Changes all have the same time, so the first to end is the first that was proposed.
  const proposed = sql.join(
    [
      oldest(
        sql`proposed_at_ms`,
        sql`change_proposals WHERE state = 'open' AND expires_at_ms > ${nowMs} ORDER BY expires_at_ms`,
        MOST_COUNTED,
      ),
      oldest(sql`proposed_at_ms`, sql`cask_exits WHERE state = 'proposed' ORDER BY proposed_at_ms`, MOST_COUNTED),
      oldest(sql`drafted_at_ms`, sql`bids WHERE state = 'draft' ORDER BY drafted_at_ms`, MOST_COUNTED),
      oldest(
        sql`proposed_at_ms`,
        sql`payout_proposals WHERE called_back_at_ms IS NULL AND decided_at_ms IS NULL ORDER BY proposed_at_ms`,
        MOST_COUNTED,
      ),
    ],
    sql` UNION ALL `,
  );
  const query = db.all<Waiting>(sql`SELECT tallies.due + fresh.count AS withdrawals,
      (SELECT payable_from_ms FROM withdrawals WHERE state = 'progress' AND payable_from_ms <= ${nowMs} AND NOT ${isBlocked}
        ORDER BY payable_from_ms LIMIT 1) AS withdrawalsSinceMs,
      tallies.sending AS sending,
      (SELECT sent_at_ms FROM withdrawals WHERE state = 'sending' ORDER BY sent_at_ms LIMIT 1) AS sendingSinceMs,
      tallies.withdrawals - tallies.due - fresh.count AS held,
      tallies.rewards AS rewards, needed.count AS payments, needed.since AS paymentsSinceMs,
      late.count AS certificates, late.since AS certificatesSinceMs, tallies.dead_letters AS deadLetters,
      (SELECT min(created_at_ms) FROM dead_letters WHERE resolved_at_ms IS NULL) AS deadLettersSinceMs,
      tallies.differences AS differences,
      (SELECT min(first_seen_ms) FROM differences WHERE state = 'open') AS differencesSinceMs,
      newest.result IS 'FAIL' AS failedAudits, iif(newest.result = 'FAIL', newest.finished_at_ms, NULL) AS failedAuditsSinceMs,
      tallies.support AS support,
      (SELECT min(waiting_since_ms) FROM support_requests WHERE waiting_since_ms IS NOT NULL) AS supportSinceMs,
      proposed.count AS proposals, proposed.since AS proposalsSinceMs
    FROM tallies, (SELECT count(*) AS count FROM withdrawals WHERE state = 'progress' AND payable_from_ms <= ${nowMs}
        AND payable_from_ms > (SELECT due_until_ms FROM tallies)) AS fresh,
      (SELECT count(*) AS count, min(since) AS since FROM (${proposed})) AS proposed,
      (SELECT count(DISTINCT id) AS count, min(since) AS since FROM (${paymentsInNeed(nowMs, MOST_COUNTED)})) AS needed,
      (SELECT count(*) AS count, min(since) AS since FROM (${late})) AS late
      LEFT JOIN (SELECT result, finished_at_ms FROM audits ORDER BY date DESC LIMIT 1) AS newest`);
  return mapWork(row(query), (found) => found ?? none);
}
