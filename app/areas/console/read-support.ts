import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row, rows, together } from "~/db/work";
import type { PAYMENT_STATES, SUPPORT_KINDS } from "~/db/schema/names";

export type ReviewedRequest = {
  id: string;
  number: string;
  userId: string | null;
  name: string;
  email: string | null;
  phone: string | null;
  kind: (typeof SUPPORT_KINDS)[number];
  message: string;
  createdAtMs: number;
  /** The purchase that a cancellation names, and what has become of it. */
  paymentId: string | null;
  paymentState: (typeof PAYMENT_STATES)[number] | null;
  paymentReason: string | null;
  buyerId: string | null;
  answeredAtMs: number | null;
  closedAtMs: number | null;
  /** The account with this address, if the sender was not logged in: another person may have typed it. */
  ownerOfAddress: string | null;
};

type Answer = { id: string; operatorId: string; body: string; createdAtMs: number };

const MOST = 100;

export function readSupport(db: Database, requestId: string) {
  return together({
    request: row(
      db.all<ReviewedRequest>(sql`SELECT support_requests.id, number, support_requests.user_id AS userId, name, email, phone, kind, message,
          support_requests.created_at_ms AS createdAtMs, payment_id AS paymentId, payments.state AS paymentState,
          payments.reason AS paymentReason, payments.user_id AS buyerId,
          answered_at_ms AS answeredAtMs, closed_at_ms AS closedAtMs,
          coalesce((SELECT users.id FROM users WHERE users.email = support_requests.email),
            (SELECT users.id FROM users WHERE users.phone = support_requests.phone)) AS ownerOfAddress
        FROM support_requests LEFT JOIN payments ON payments.id = payment_id WHERE support_requests.id = ${requestId}`),
    ),
    answers: rows(
      db.all<Answer>(sql`SELECT id, operator_id AS operatorId, body, created_at_ms AS createdAtMs FROM support_answers
        WHERE request_id = ${requestId} ORDER BY created_at_ms, id LIMIT ${MOST}`),
    ),
  });
}
