import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";
import { CERTIFICATE_PROMISE_MS } from "~/domain/certificate-late";
import { isPlanned } from "./inside/planned-certificate";
import { paymentsInNeed } from "./waiting-payments";

// What waits for a person, counted for the navigation of every console page. Triggers keep most of it in one row (`tallies`). What
// begins to wait as time goes by is counted here, and counting stops soon, so that a page costs the same however long a queue has grown.

/** A count of 10 means ten or more. */
export const MOST_COUNTED = 10;

export type Waiting = {
  /** May be paid now. */
  withdrawals: number;
  /** When the first of them could be paid; null: none. */
  withdrawalsSinceMs: number | null;
  /** The bank has them: to be matched with what it paid, or to be confirmed. */
  sending: number;
  sendingSinceMs: number | null;
  /** Still within their hold; null: not counted, because not all that are due were. */
  held: number | null;
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
  /** Changes that one operator proposed and another may confirm. */
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
  const due = sql`SELECT payable_from_ms AS since FROM withdrawals
    WHERE state = 'progress' AND payable_from_ms <= ${nowMs} ORDER BY payable_from_ms LIMIT ${MOST_COUNTED}`;
  // All have the same time, so the first to end is the first that was proposed.
  const proposed = (most: number) => sql`SELECT proposed_at_ms FROM change_proposals
    WHERE state = 'open' AND expires_at_ms > ${nowMs} ORDER BY expires_at_ms LIMIT ${most}`;
  const query = db.all<Waiting>(sql`SELECT due.count AS withdrawals, due.since AS withdrawalsSinceMs,
      sent.count AS sending, sent.since AS sendingSinceMs,
      iif(due.count < ${MOST_COUNTED}, min(tallies.withdrawals - due.count, ${MOST_COUNTED}), NULL) AS held,
      min(tallies.rewards, ${MOST_COUNTED}) AS rewards, needed.count AS payments, needed.since AS paymentsSinceMs,
      late.count AS certificates, late.since AS certificatesSinceMs, min(tallies.dead_letters, ${MOST_COUNTED}) AS deadLetters,
      (SELECT min(created_at_ms) FROM dead_letters WHERE resolved_at_ms IS NULL) AS deadLettersSinceMs,
      min(tallies.differences, ${MOST_COUNTED}) AS differences,
      (SELECT min(first_seen_ms) FROM differences WHERE state = 'open') AS differencesSinceMs,
      newest.result IS 'FAIL' AS failedAudits, iif(newest.result = 'FAIL', newest.finished_at_ms, NULL) AS failedAuditsSinceMs,
      min(tallies.support, ${MOST_COUNTED}) AS support,
      (SELECT min(created_at_ms) FROM support_requests WHERE answered_at_ms IS NULL AND closed_at_ms IS NULL) AS supportSinceMs,
      (SELECT count(*) FROM (${proposed(MOST_COUNTED)})) AS proposals, (${proposed(1)}) AS proposalsSinceMs
    FROM tallies, (SELECT count(*) AS count, min(since) AS since FROM (${due})) AS due,
      (SELECT count(*) AS count, min(since) AS since FROM (SELECT sent_at_ms AS since FROM withdrawals
        WHERE state = 'sending' AND sent_at_ms > 0 ORDER BY sent_at_ms LIMIT ${MOST_COUNTED})) AS sent,
      (SELECT count(DISTINCT id) AS count, min(since) AS since FROM (${paymentsInNeed(nowMs, MOST_COUNTED)})) AS needed,
      (SELECT count(*) AS count, min(since) AS since FROM (${late})) AS late
      LEFT JOIN (SELECT result, finished_at_ms FROM audits WHERE state = 'published' ORDER BY date DESC LIMIT 1) AS newest`);
  return mapWork(row(query), (found) => found ?? none);
}
