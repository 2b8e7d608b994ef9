import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { noticeId } from "~/core/outbox/kinds";
import { runWork, writes } from "~/db/work";
import type { Place } from "./desk-terms";

/**
 * Writes to those who are called, and to those whose line is over. A place is called for one time only, and over once, so whoever was
 * written to is not again. One round trip. @returns the rows of the outbox
 */
export async function tellPlaces(
  db: Database,
  caskId: string,
  places: readonly Place[],
  nowMs: number,
): Promise<string[]> {
  const due = places.map(({ userId, number, state, untilMs }) => {
    const notice = state === "called" ? "line-called" : "line-over";
    const last = String(state === "called" ? untilMs : number);
    return { notice, id: noticeId(notice, caskId, userId, last) };
  });
  const told = db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
    SELECT value ->> 'id', 'send-notice', substr(value ->> 'id', length('send-notice:') + 1), value ->> 'notice', ${nowMs}, ${nowMs}
    FROM json_each(${JSON.stringify(due)}) WHERE true ON CONFLICT (id) DO NOTHING`);
  await runWork(db, writes(told));
  return due.map(({ id }) => id);
}
