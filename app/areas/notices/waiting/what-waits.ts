import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";
import { isBlocked } from "~/areas/holdings/payout-rules";
import { CERTIFICATE_PROMISE_MS } from "~/domain/certificate-late";
import { paymentsInNeed } from "./payments-in-need";
import { isPlanned } from "./planned-certificate";

// What waits for a person, counted for the navigation of every console page and for the daily mail.

/** Counting stops here, so that a page costs the same however long a queue has grown: a count of 20 means 20 or more. */
export const MOST_COUNTED = 20;

export type WaitingKind =
  /** May be paid now; blocked ones wait for something else. */
  | "withdrawals"
  /** The bank has them: to be matched with what it paid, or to be confirmed. */
  | "sending"
  /** Still within their hold. */
  | "held"
  /** Refunds to make by hand, disputes, and payments that should have been decided long ago. */
  | "payments"
  /** Not issued within the promised 48 hours. */
  | "certificates"
  /** Rewards to pay, and rewards whose two people look like one. */
  | "rewards"
  | "deadLetters"
  | "differences"
  /** One: the latest daily audit says FAIL. */
  | "failedAudits"
  /** Requests to support without an answer. */
  | "support"
  /** What one operator proposed and another may confirm: changes, sales of casks, bids and payouts. */
  | "proposals";

/** How many, and since when the first of them waits; null where that is not known. */
export type Waiting = Record<WaitingKind, { count: number; sinceMs: number | null }>;

export function readWaiting(db: Database, nowMs: number): Work<Waiting> {
  const first = (column: SQL, from: SQL) => sql`SELECT ${column} AS since FROM ${from} LIMIT ${MOST_COUNTED}`;
  const proposed = [
    // Changes all have the same time, so the first to end is the first that was proposed.
    first(
      sql`proposed_at_ms`,
      sql`change_proposals WHERE state = 'open' AND expires_at_ms > ${nowMs} ORDER BY expires_at_ms`,
    ),
    first(sql`proposed_at_ms`, sql`cask_exits WHERE state = 'proposed' ORDER BY proposed_at_ms`),
    first(sql`drafted_at_ms`, sql`bids WHERE state = 'draft' ORDER BY drafted_at_ms`),
    first(
      sql`proposed_at_ms`,
      sql`payout_proposals WHERE called_back_at_ms IS NULL AND decided_at_ms IS NULL ORDER BY proposed_at_ms`,
    ),
  ].map((one) => sql`SELECT since FROM (${one})`);
  // Each by an index that holds nothing else.
  const sources: Record<WaitingKind, SQL> = {
    withdrawals: first(
      sql`payable_from_ms`,
      sql`withdrawals WHERE state = 'progress' AND payable_from_ms <= ${nowMs} AND NOT ${isBlocked} ORDER BY payable_from_ms`,
    ),
    sending: first(sql`sent_at_ms`, sql`withdrawals WHERE state = 'sending' ORDER BY sent_at_ms`),
    held: first(
      sql`payable_from_ms`,
      sql`withdrawals WHERE state = 'progress' AND payable_from_ms > ${nowMs} ORDER BY payable_from_ms`,
    ),
    payments: sql`SELECT min(since) AS since FROM (${paymentsInNeed(nowMs, MOST_COUNTED)}) GROUP BY id LIMIT ${MOST_COUNTED}`,
    certificates: sql`SELECT since FROM (SELECT id, created_at_ms AS since FROM certificates
      WHERE state = 'pending' AND created_at_ms <= ${nowMs - CERTIFICATE_PROMISE_MS} ORDER BY created_at_ms LIMIT ${MOST_COUNTED}) AS unissued
      WHERE NOT ${isPlanned(sql`unissued.id`, nowMs)}`,
    rewards: first(sql`NULL`, sql`referrals WHERE state IN ('held', 'pending')`),
    deadLetters: first(sql`created_at_ms`, sql`dead_letters WHERE resolved_at_ms IS NULL ORDER BY created_at_ms`),
    differences: first(sql`first_seen_ms`, sql`differences WHERE state = 'open' ORDER BY first_seen_ms`),
    failedAudits: sql`SELECT finished_at_ms AS since FROM (SELECT result, finished_at_ms FROM audits ORDER BY date DESC LIMIT 1)
      WHERE result = 'FAIL'`,
    support: first(
      sql`waiting_since_ms`,
      sql`support_requests WHERE waiting_since_ms IS NOT NULL ORDER BY waiting_since_ms`,
    ),
    proposals: sql`SELECT since FROM (${sql.join(proposed, sql` UNION ALL `)}) LIMIT ${MOST_COUNTED}`,
  };
  const cells = Object.entries(sources).map(
    ([kind, source]) => sql`'${sql.raw(kind)}', (SELECT json_array(count(*), min(since)) FROM (${source}))`,
  );
  const query = db.all<{ counted: string }>(sql`SELECT json_object(${sql.join(cells, sql`, `)}) AS counted`);
  return mapWork(row(query), (found) => {
    const counted = JSON.parse(found?.counted ?? "{}") as Record<WaitingKind, [number, number | null]>;
    const kinds = Object.entries(counted).map(([kind, [count, sinceMs]]) => [kind, { count, sinceMs }]);
    return Object.fromEntries(kinds) as Waiting;
  });
}
