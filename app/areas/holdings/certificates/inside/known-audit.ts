import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { preparedOnce } from "~/db/prepared-once";
import { mapWork, row, type Work } from "~/db/work";
import type { CalendarDate } from "~/domain/calendar-date";

/** The date of the newest audit, for the query that reads a certificate: no round trip, and no file is read. */
export const newestAudit = sql<CalendarDate | null>`(SELECT max(audits.date) FROM audits)`.as("audited_on");

export const readNewestAudit = (db: Database): Work<CalendarDate | null> =>
  mapWork(row(newestQuery(db, {})), (found) => found?.date ?? null);

const newestQuery = preparedOnce([], (db) =>
  db.all<{ date: CalendarDate | null }>(sql`SELECT max(date) AS date FROM audits`),
);
