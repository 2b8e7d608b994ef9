import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { preparedOnce } from "~/db/prepared-once";
import { mapWork, rows, type Work } from "~/db/work";
import type { CalendarDate } from "~/domain/calendar-date";

// What a page with a certificate on it asks about the audits: columns of the query that reads the certificate, so that they cost no
// round trip, and no file is read.

const newest = sql`(SELECT audits.date FROM audits WHERE audits.state = 'published' ORDER BY audits.date DESC LIMIT 1)`;

/** @param certificateId in SQL */
export const knownAudit = (certificateId: SQL) => ({
  auditedOn: sql<CalendarDate | null>`${newest}`.as("audited_on"),
  isMissing: sql<number>`EXISTS (SELECT 1 FROM missing_marks
    WHERE missing_marks.certificate_id = ${certificateId} AND missing_marks.date = ${newest})`.as("is_missing"),
});

/** For many certificates: the newest audit's day, and those that it did not find. */
export type KnownMarks = { auditedOn: CalendarDate | null; missing: ReadonlySet<string> };

/** One row, and one more for each certificate that is missing: there should be none. */
export function readKnownMarks(db: Database): Work<KnownMarks> {
  return mapWork(rows(marksQuery(db, {})), (found) => ({
    auditedOn: found[0]?.date ?? null,
    missing: new Set(found.flatMap(({ missing }) => missing ?? [])),
  }));
}

const marksQuery = preparedOnce([], (db) =>
  db.all<{ date: CalendarDate; missing: string | null }>(
    sql`SELECT audited_on AS date, missing_marks.certificate_id AS missing
      FROM (SELECT date AS audited_on FROM audits WHERE state = 'published' ORDER BY date DESC LIMIT 1)
        LEFT JOIN missing_marks ON missing_marks.date = audited_on`,
  ),
);
