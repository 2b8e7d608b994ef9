import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { dataRequests } from "~/db/schema/data-requests";
import type { DATA_REQUEST_KINDS, DATA_REQUEST_OUTCOMES } from "~/db/schema/names";
import { mapWork, row, rows, type Statement, type Work, writeThenRead } from "~/db/work";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { byOperator, byUser, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";

// Requests for one's data, or to be erased, that came by letter or mail. GDPR, article 12(3): a month to answer, two more with a reason that
// the person is told within the first. What people do themselves, on /my-data and /close-account, ends the request too.

export type DataRequestKind = (typeof DATA_REQUEST_KINDS)[number];

export type DataRequest = {
  id: string;
  kind: DataRequestKind;
  receivedOn: CalendarDate;
  dueOn: CalendarDate;
  extendedBecause: string | null;
  outcome: (typeof DATA_REQUEST_OUTCOMES)[number] | null;
  refusedBecause: string | null;
  endedAtMs: number | null;
};

const SHOWN = 10;

/** The same day that many months later, or the last day of a shorter month; `next` is one month more. */
const monthsAfter = (day: SQL, months: string, next: string) =>
  sql`min(date(${day}, ${`+${months} months`}), date(${day}, 'start of month', ${`+${next} months`}, '-1 day'))`;

/** The latest of one person, newest first. */
export const readDataRequests = (db: Database, userId: string): Work<DataRequest[]> =>
  rows(
    db.all<DataRequest>(sql`SELECT id, kind, received_on AS receivedOn, due_on AS dueOn, extended_because AS extendedBecause,
      outcome, refused_because AS refusedBecause, ended_at_ms AS endedAtMs
    FROM data_requests WHERE user_id = ${userId} ORDER BY recorded_at_ms DESC LIMIT ${SHOWN}`),
  );

/** For the batch in which a person takes their own data. */
export const ownDataTaken = (db: Database, { userId, nowMs, may }: { userId: string; nowMs: number; may: SQL }) =>
  db.run(sql`UPDATE data_requests SET outcome = 'done', ended_at_ms = ${nowMs}
    WHERE user_id = ${userId} AND kind = 'data' AND outcome IS NULL AND ${may}`);

type About = { userId: string; requestId: string; operator: OperatorAccess };
export type DataRequestOutcome = { ok: true } | { ok: false; code: "already-asked" | "not-allowed" };

/** @param receivedOn the day it came; not ahead of us. The same twice is one request, and of each kind one is open. */
export function recordDataRequest(
  db: Database,
  { userId, requestId, operator, ...asked }: About & { kind: DataRequestKind; receivedOn: CalendarDate },
): Work<DataRequestOutcome> {
  const { kind, receivedOn } = asked;
  const statements = [
    db.run(sql`INSERT INTO data_requests (id, user_id, kind, received_on, due_on, recorded_by, recorded_at_ms)
      SELECT ${requestId}, users.id, ${kind}, ${receivedOn}, ${monthsAfter(sql`${receivedOn}`, "1", "2")}, ${operator.userId}, ${operator.nowMs} FROM users
      WHERE users.id = ${userId} AND users.closed_at_ms IS NULL AND users.id <> ${operator.userId}
      ON CONFLICT DO NOTHING`),
    logged(db, { userId, requestId, operator }, "recorded", kind, sql`outcome IS NULL`),
  ];
  const open = db.all<{ receivedOn: string }>(sql`SELECT received_on AS receivedOn FROM data_requests
    WHERE user_id = ${userId} AND kind = ${kind} AND outcome IS NULL`);
  return mapWork(writeThenRead(statements, row(open)), (found): DataRequestOutcome => {
    if (!found) return { ok: false, code: "not-allowed" };
    return found.receivedOn === receivedOn ? { ok: true } : { ok: false, code: "already-asked" };
  });
}

/** Two months more, once and before it is late; the person has been told why. */
export function extendDataRequest(db: Database, asked: About & { because: string }): Work<DataRequestOutcome> {
  const { userId, requestId, because, operator } = asked;
  const extend =
    db.run(sql`UPDATE data_requests SET extended_because = ${because}, due_on = ${monthsAfter(sql`received_on`, "3", "4")}
    WHERE id = ${requestId} AND user_id = ${userId} AND user_id <> ${operator.userId}
      AND outcome IS NULL AND extended_because IS NULL AND due_on >= ${dateOf(operator.nowMs)}`);
  const isSo = sql`extended_because IS ${because}`;
  return answered(db, asked, [extend, logged(db, asked, "extended", null, isSo)], isSo);
}

export type DataRequestEnd = { outcome: "done" } | { outcome: "refused"; because: string };

/** A copy was handed over, or either is refused with a reason. That somebody was erased is said by the closing of their account alone. */
export function endDataRequest(db: Database, asked: About & DataRequestEnd): Work<DataRequestOutcome> {
  const { userId, requestId, operator, outcome } = asked;
  const because = asked.outcome === "refused" ? asked.because : null;
  const end =
    db.run(sql`UPDATE data_requests SET outcome = ${outcome}, refused_because = ${because}, ended_at_ms = ${operator.nowMs}
    WHERE id = ${requestId} AND user_id = ${userId} AND user_id <> ${operator.userId} AND outcome IS NULL
      AND (kind = 'data' OR ${outcome} = 'refused')`);
  const isSo = sql`outcome IS ${outcome}`;
  return answered(db, asked, [end, logged(db, asked, "ended", outcome, isSo)], isSo);
}

/** The reasons may name a person, so they stay in a row that erasure blanks. */
const logged = (
  db: Database,
  { userId, requestId, operator }: About,
  what: "recorded" | "extended" | "ended",
  detail: string | null,
  where: SQL,
) =>
  recordAudit(
    db,
    {
      id: `data-request-${what}:${requestId}`,
      actor: byOperator(operator.userId),
      action: `data-request-${what}`,
      subject: byUser(userId),
      detail,
      nowMs: operator.nowMs,
    },
    { from: dataRequests, where: sql`id = ${requestId} AND user_id = ${userId} AND ${where}` },
  );

function answered(
  db: Database,
  { userId, requestId }: About,
  statements: Statement[],
  isSo: SQL,
): Work<DataRequestOutcome> {
  const found = db.all(sql`SELECT 1 FROM data_requests WHERE id = ${requestId} AND user_id = ${userId} AND ${isSo}`);
  return mapWork(writeThenRead(statements, row(found)), (is): DataRequestOutcome =>
    is ? { ok: true } : { ok: false, code: "not-allowed" },
  );
}
