import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { supportAnswers, supportRequests } from "~/db/schema/support";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { recordAudit } from "~/core/ledger/audit";
import { notify } from "~/core/outbox/enqueue";
import type { OperatorAccess } from "~/core/session/guarded";

type OnRequest = { requestId: string; operator: OperatorAccess };

export type SupportDecided = { ok: true } | { ok: false; code: "no-such-request" | "closed" | "not-allowed" };

const SAME_MS = 10 * 60_000;

export function answerRequest(
  db: Database,
  { answerId, body, ...on }: OnRequest & { answerId: string; body: string },
): Work<SupportDecided> {
  const { requestId, operator } = on;
  const { userId: operatorId, nowMs } = operator;
  const isGiven = sql`EXISTS (SELECT 1 FROM support_answers WHERE support_answers.request_id = ${requestId}
    AND support_answers.created_at_ms > ${nowMs - SAME_MS} AND support_answers.operator_id = ${operatorId} AND support_answers.body = ${body})`;
  const statements = [
    db.run(sql`INSERT INTO support_answers (id, request_id, operator_id, body, created_at_ms)
      SELECT ${answerId}, support_requests.id, ${operatorId}, ${body}, ${nowMs} FROM support_requests
      WHERE ${isTheirs(on)} AND NOT ${isGiven}`),
    db.run(sql`UPDATE support_requests SET answered_at_ms = ${nowMs} WHERE id = ${requestId} AND answered_at_ms IS NULL
      AND EXISTS (SELECT 1 FROM support_answers WHERE id = ${answerId} AND request_id = ${requestId})`),
    notify(db, "support-answered", {
      subject: answerId,
      nowMs,
      of: sql`FROM support_answers WHERE id = ${answerId} AND request_id = ${requestId}`,
    }),
    recordAudit(
      db,
      {
        id: `support-answered:${answerId}`,
        by: operator,
        action: "support-answered",
        subject: `support:${requestId}`,
        detail: answerId,
      },
      { from: supportAnswers, where: sql`id = ${answerId} AND request_id = ${requestId}` },
    ),
  ];
  return decided(db, requestId, isGiven, statements);
}

export function closeRequest(db: Database, on: OnRequest): Work<SupportDecided> {
  const { requestId, operator } = on;
  const { nowMs } = operator;
  const statements = [
    db.run(sql`UPDATE support_requests SET closed_at_ms = ${nowMs} WHERE ${isTheirs(on)}`),
    recordAudit(
      db,
      {
        id: `support-closed:${requestId}:${nowMs}`,
        by: operator,
        action: "support-closed",
        subject: `support:${requestId}`,
      },
      { from: supportRequests, where: sql`id = ${requestId} AND closed_at_ms = ${nowMs}` },
    ),
  ];
  return decided(db, requestId, sql`closed_at_ms IS NOT NULL`, statements);
}

const isTheirs = ({ requestId, operator }: OnRequest): SQL =>
  sql`support_requests.id = ${requestId} AND support_requests.closed_at_ms IS NULL
    AND support_requests.user_id IS NOT ${operator.userId}`;

function decided(
  db: Database,
  requestId: string,
  isDone: SQL,
  statements: Parameters<typeof writeThenRead>[0],
): Work<SupportDecided> {
  const query = db.all<{ done: number; closed: number }>(
    sql`SELECT ${isDone} AS done, closed_at_ms IS NOT NULL AS closed FROM support_requests WHERE id = ${requestId}`,
  );
  return mapWork(writeThenRead(statements, row(query)), (now): SupportDecided => {
    if (!now) return { ok: false, code: "no-such-request" };
    if (now.done) return { ok: true };
    return { ok: false, code: now.closed ? "closed" : "not-allowed" };
  });
}
