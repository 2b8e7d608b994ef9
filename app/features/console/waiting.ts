import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";
import { CERTIFICATE_PROMISE_MS } from "~/domain/certificate-late";
import { isPlanned } from "./planned-certificate";
import { paymentsInNeed } from "./waiting-payments";

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
};

const none: Waiting = {
  withdrawals: 0,
  withdrawalsSinceMs: null,
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
};

export function readWaiting(db: Database, nowMs: number): Work<Waiting> {
  const counted = (from: string) => sql`(SELECT count(*) FROM (SELECT 1 FROM ${sql.raw(from)} LIMIT ${MOST_COUNTED}))`;
  const needed = paymentsInNeed(nowMs, MOST_COUNTED);
  const late = sql`SELECT since FROM (SELECT id, created_at_ms AS since FROM certificates
    WHERE state = 'pending' AND created_at_ms <= ${nowMs - CERTIFICATE_PROMISE_MS} ORDER BY created_at_ms LIMIT ${MOST_COUNTED}) AS unissued
    WHERE NOT ${isPlanned(sql`unissued.id`, nowMs)}`;
  const latestAudit = sql`(SELECT result, finished_at_ms FROM audits WHERE state = 'published' ORDER BY date DESC LIMIT 1) AS found`;
  const query = db.all<Waiting>(sql`WITH needed AS MATERIALIZED (${needed}), late AS MATERIALIZED (${late}) SELECT
    (SELECT count(*) FROM (SELECT 1 FROM withdrawals WHERE state = 'progress' AND payable_from_ms <= ${nowMs} LIMIT ${MOST_COUNTED})) AS withdrawals,
    (SELECT min(payable_from_ms) FROM withdrawals WHERE state = 'progress' AND payable_from_ms <= ${nowMs}) AS withdrawalsSinceMs,
    (SELECT count(*) FROM (SELECT 1 FROM withdrawals WHERE state = 'progress' AND payable_from_ms > ${nowMs} LIMIT ${MOST_COUNTED})) AS held,
    ${counted("referrals WHERE state IN ('held', 'pending')")} AS rewards,
    (SELECT count(DISTINCT id) FROM needed) AS payments,
    (SELECT min(since) FROM needed) AS paymentsSinceMs,
    (SELECT count(*) FROM late) AS certificates,
    (SELECT min(since) FROM late) AS certificatesSinceMs,
    ${counted("dead_letters WHERE resolved_at_ms IS NULL")} AS deadLetters,
    (SELECT min(created_at_ms) FROM dead_letters WHERE resolved_at_ms IS NULL) AS deadLettersSinceMs,
    ${counted("differences WHERE state = 'open'")} AS differences,
    (SELECT min(first_seen_ms) FROM differences WHERE state = 'open') AS differencesSinceMs,
    (SELECT count(*) FROM ${latestAudit} WHERE result = 'FAIL') AS failedAudits,
    (SELECT finished_at_ms FROM ${latestAudit} WHERE result = 'FAIL') AS failedAuditsSinceMs,
    ${counted("support_requests WHERE answered_at_ms IS NULL AND closed_at_ms IS NULL")} AS support,
    (SELECT min(created_at_ms) FROM support_requests WHERE answered_at_ms IS NULL AND closed_at_ms IS NULL) AS supportSinceMs`);
  return mapWork(row(query), (found) => found ?? none);
}
