import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { CalendarDate } from "~/domain/calendar-date";

/** Stakes of a cask that were bought on a day, of which a cycle has ended. */
export type EndedCycle = { id: string; day: CalendarDate };

/** A notice to each holder of such stakes, one a cask; what they can ask for is looked at when it is sent. */
export const tellReturns = (db: Database, ended: readonly EndedCycle[], today: CalendarDate, nowMs: number) =>
  db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, urgent, available_at_ms, created_at_ms)
    SELECT 'send-notice:return-ready:' || subject, 'send-notice', 'return-ready:' || subject, 'return-ready', -1, ${nowMs}, ${nowMs}
    FROM (SELECT DISTINCT stakes.cask_id || ':' || stakes.user_id || ':' || ${today} AS subject
      FROM json_each(${JSON.stringify(ended)}) AS ended CROSS JOIN stakes ON stakes.cask_id = json_extract(ended.value, '$.id')
        AND stakes.state = 'active' AND date(stakes.purchased_at_ms / 1000, 'unixepoch') = json_extract(ended.value, '$.day'))
    WHERE true ON CONFLICT (id) DO NOTHING`);
