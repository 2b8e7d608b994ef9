import { sql } from "drizzle-orm";

// Payments that need a person, oldest first: money that only a person can send back, money that came a second time, disputes that
// are not decided, and payments that should have been decided long ago. Each kind is found by an index that holds nothing else.

export type PaymentNeed = "manual-refund" | "underpaid" | "paid-twice" | "disputed" | "failing" | "overdue";

/** A payment whose time is up is closed within minutes; work on it that has failed for this long will not recover by itself. */
const LONG_MS = 3_600_000;

/** Rows of (id, need, since). @param most of each kind */
export function paymentsInNeed(nowMs: number, most: number) {
  const longAgo = nowMs - LONG_MS;
  const letters = sql`SELECT coalesce(json_extract(body, '$.paymentId'),
        (SELECT id FROM payments WHERE provider_payment_id = json_extract(body, '$.providerPaymentId'))) AS id,
      'manual-refund' AS need, created_at_ms AS since
    FROM dead_letters WHERE resolved_at_ms IS NULL AND origin = 'refund' ORDER BY created_at_ms LIMIT ${most}`;
  const strays = sql`SELECT payment_id AS id, 'paid-twice' AS need, created_at_ms AS since
    FROM stray_receipts WHERE state = 'refunding' ORDER BY created_at_ms LIMIT ${most}`;
  const disputed = sql`SELECT id, 'disputed' AS need, disputed_since_ms AS since
    FROM payments WHERE state = 'disputed' AND reason = 'disputed' ORDER BY disputed_since_ms LIMIT ${most}`;
  const failing = sql`SELECT subject_id AS id, 'failing' AS need, failing_since_ms AS since
    FROM outbox WHERE done_at_ms IS NULL AND failing_since_ms IS NOT NULL AND failing_since_ms <= ${longAgo}
      AND kind IN ('refund-payment', 'check-payment', 'expire-session') ORDER BY failing_since_ms LIMIT ${most}`;
  const overdue = sql`SELECT id, 'overdue' AS need, expires_at_ms AS since
    FROM payments WHERE state IN ('created', 'open') AND expires_at_ms <= ${longAgo} ORDER BY expires_at_ms LIMIT ${most}`;
  const each = [letters, strays, disputed, failing, overdue].map((one) => sql`SELECT * FROM (${one})`);
  return sql.join(each, sql` UNION ALL `);
}
