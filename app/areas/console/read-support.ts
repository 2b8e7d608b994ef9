import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row, rows, together } from "~/db/work";
import type { SUPPORT_KINDS } from "~/db/schema/names";
import { listReplyTitles } from "~/areas/support/saved-replies";

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
  answeredAtMs: number | null;
  closedAtMs: number | null;
  /** The account with this address, if the sender was not signed in: another person may have typed it. */
  ownerOfAddress: string | null;
};

export type GivenAnswer = { id: string; operatorId: string; body: string; createdAtMs: number };

/** One request with everything that was answered, and what an answer may begin with. */
export function readSupport(db: Database, requestId: string) {
  return together({
    request: row(
      db.all<ReviewedRequest>(sql`SELECT id, number, user_id AS userId, name, email, phone, kind, message, created_at_ms AS createdAtMs,
          answered_at_ms AS answeredAtMs, closed_at_ms AS closedAtMs,
          coalesce((SELECT users.id FROM users WHERE users.email = support_requests.email),
            (SELECT users.id FROM users WHERE users.phone = support_requests.phone)) AS ownerOfAddress
        FROM support_requests WHERE id = ${requestId}`),
    ),
    answers: rows(
      db.all<GivenAnswer>(sql`SELECT id, operator_id AS operatorId, body, created_at_ms AS createdAtMs FROM support_answers
        WHERE request_id = ${requestId} ORDER BY created_at_ms, id LIMIT 100`),
    ),
    replies: listReplyTitles(db),
  });
}
