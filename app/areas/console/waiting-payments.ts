import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { rows } from "~/db/work";
import { type PaymentNeed, paymentsInNeed } from "~/areas/notices/waiting/payments-in-need";
import type { ListedPayment } from "./list-payments";

export type WaitingPayment = ListedPayment & {
  need: PaymentNeed;
  receivedCents: number | null;
  sinceMs: number;
};

const MOST = 50;

/** Payments that need a person, oldest first. */
export function listWaitingPayments(db: Database, nowMs: number) {
  return rows(
    db.all<WaitingPayment>(sql`SELECT payments.id, payments.purpose, payments.product_name AS productName,
        payments.amount_cents AS amountCents, payments.provider, payments.state, payments.reason,
        users.full_name AS buyerName, payments.user_id AS buyerId, payments.created_at_ms AS createdAtMs,
        iif(payments.state = 'refunding' AND payments.reason = 'underpaid', 'underpaid', needed.need) AS need,
        payments.received_cents AS receivedCents, min(needed.since) AS sinceMs
      FROM (${paymentsInNeed(nowMs, MOST)}) AS needed JOIN payments ON payments.id = needed.id
        JOIN users ON users.id = payments.user_id
      GROUP BY payments.id ORDER BY sinceMs, payments.id LIMIT ${MOST}`),
  );
}
