import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";
import { isBlocked } from "~/areas/holdings/payout-rules";
import { CERTIFICATE_PROMISE_MS } from "~/domain/certificate-late";

// Each kind is found by an index that holds nothing else.

export type PaymentNeed = "manual-refund" | "disputed" | "failing" | "overdue";

/** A payment whose time is up is closed within minutes; work on it that has failed for this long will not recover by itself. */
const LONG_MS = 3_600_000;

export function paymentsInNeed(nowMs: number, most: number) {
  const longAgo = nowMs - LONG_MS;
  const letters = sql`SELECT coalesce(json_extract(body, '$.paymentId'),
        (SELECT id FROM payments WHERE provider_payment_id = json_extract(body, '$.providerPaymentId'))) AS id,
      'manual-refund' AS need, created_at_ms AS since
    FROM dead_letters WHERE resolved_at_ms IS NULL AND origin = 'refund' ORDER BY created_at_ms LIMIT ${most}`;
  const disputed = sql`SELECT id, 'disputed' AS need, disputed_since_ms AS since
    FROM payments WHERE state = 'disputed' AND reason = 'disputed' ORDER BY disputed_since_ms LIMIT ${most}`;
  const failing = sql`SELECT subject_id AS id, 'failing' AS need, failing_since_ms AS since
    FROM outbox WHERE done_at_ms IS NULL AND failing_since_ms IS NOT NULL AND failing_since_ms <= ${longAgo}
      AND kind IN ('refund-payment', 'check-payment', 'expire-session') ORDER BY failing_since_ms LIMIT ${most}`;
  const overdue = sql`SELECT id, 'overdue' AS need, expires_at_ms AS since
    FROM payments WHERE state IN ('created', 'open') AND expires_at_ms <= ${longAgo} ORDER BY expires_at_ms LIMIT ${most}`;
  const each = [letters, disputed, failing, overdue].map((one) => sql`SELECT * FROM (${one})`);
  return sql.join(each, sql` UNION ALL `);
}

const SOON_MS = 10 * 60_000;

export const isPlanned = (certificateId: SQL, nowMs: number): SQL =>
  sql`EXISTS (SELECT 1 FROM outbox WHERE outbox.id = 'issue-certificate:' || ${certificateId} AND done_at_ms IS NULL
    AND failing_since_ms IS NULL AND available_at_ms > ${nowMs - SOON_MS})`;

/** A page costs the same however long a queue has grown. */
export const MOST_COUNTED = 20;

export type WaitingKind =
  | "withdrawals"
  | "sending"
  | "held"
  | "payments"
  | "certificates"
  | "rewards"
  | "deadLetters"
  | "differences"
  | "failedAudits"
  | "support"
  | "proposals";

export type Waiting = Record<WaitingKind, { count: number; sinceMs: number | null }>;

export function readWaiting(db: Database, nowMs: number): Work<Waiting> {
  const first = (column: SQL, from: SQL) => sql`SELECT ${column} AS since FROM ${from} LIMIT ${MOST_COUNTED}`;
  const proposed = [
    // All changes lapse after the same time, so the first to lapse is the first that was proposed.
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
      sql`created_at_ms`,
      sql`support_requests WHERE answered_at_ms IS NULL AND closed_at_ms IS NULL ORDER BY created_at_ms`,
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
