import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { supportRequests } from "~/db/schema/support";
import type { LETTER_KINDS } from "~/db/schema/names";
import { mapWork, row, rows, type Work, writeThenRead } from "~/db/work";
import type { CalendarDate } from "~/domain/calendar-date";
import { byOperator, byUser, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";

// Requests for one's data, or to be erased, that came by letter or email: requests to support with a due date. GDPR, article 12(3): a month
// to answer.

export type LetterKind = (typeof LETTER_KINDS)[number];

export type DataRequest = { id: string; number: string; kind: LetterKind; dueOn: CalendarDate };

/** In SQL: such a request of this person is open. */
export const hasOpenRequest = (userId: string, kind: LetterKind): SQL =>
  sql`EXISTS (SELECT 1 FROM support_requests AS letters WHERE letters.user_id = ${userId} AND letters.kind = ${kind} AND letters.closed_at_ms IS NULL)`;

/** Those of one person that are open. */
export const readDataRequests = (db: Database, userId: string): Work<DataRequest[]> =>
  rows(
    db.all<DataRequest>(sql`SELECT id, number, kind, due_on AS dueOn FROM support_requests
      WHERE user_id = ${userId} AND due_on IS NOT NULL AND closed_at_ms IS NULL ORDER BY due_on`),
  );

/** The same day a month later, or the last day of a shorter month. */
const monthAfter = (day: string): SQL =>
  sql`min(date(${day}, '+1 month'), date(${day}, 'start of month', '+2 months', '-1 day'))`;

type Recording = {
  userId: string;
  kind: LetterKind;
  /** The day it came; not ahead of us. */
  receivedOn: CalendarDate;
  /** Both chosen before writing. */
  requestId: string;
  number: string;
  /** What support reads first. */
  message: string;
  operator: OperatorAccess;
};

export type DataRequestOutcome = { ok: true } | { ok: false; code: "already-asked" | "not-allowed" };

/** The same twice is one request, and of each kind one is open. */
export function recordDataRequest(db: Database, asked: Recording): Work<DataRequestOutcome> {
  const { userId, kind, receivedOn, requestId, number, message, operator } = asked;
  const statements = [
    db.run(sql`INSERT INTO support_requests (id, number, user_id, name, email, phone, kind, message, content_mark, due_on, created_at_ms)
      SELECT ${requestId}, ${number}, users.id, coalesce(nullif(full_name, ''), email, phone), email, iif(email IS NULL, phone, NULL), ${kind},
        ${message}, ${requestId}, ${monthAfter(receivedOn)}, ${operator.nowMs} FROM users
      WHERE users.id = ${userId} AND users.closed_at_ms IS NULL AND users.id <> ${operator.userId} ON CONFLICT DO NOTHING`),
    recordAudit(
      db,
      {
        id: `data-request-recorded:${requestId}`,
        actor: byOperator(operator.userId),
        action: "data-request-recorded",
        subject: byUser(userId),
        detail: kind,
        nowMs: operator.nowMs,
      },
      { from: supportRequests, where: sql`id = ${requestId} AND created_at_ms = ${operator.nowMs}` },
    ),
  ];
  const open = db.all<{ same: number }>(sql`SELECT due_on = ${monthAfter(receivedOn)} AS same FROM support_requests
    WHERE user_id = ${userId} AND kind = ${kind} AND closed_at_ms IS NULL`);
  return mapWork(writeThenRead(statements, row(open)), (found): DataRequestOutcome => {
    if (!found) return { ok: false, code: "not-allowed" };
    return found.same === 1 ? { ok: true } : { ok: false, code: "already-asked" };
  });
}
