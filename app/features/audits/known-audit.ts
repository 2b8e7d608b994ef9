import { type SQL, sql } from "drizzle-orm";
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
