import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, rows, type Work } from "~/db/work";
import { type After, afterRow, cutPage, type KeysetPage, PAGE_ROWS } from "~/core/lists/keyset-page";

export type LogEntry = {
  id: string;
  actor: string;
  action: string;
  subject: string;
  detail: string | null;
  createdAtMs: number;
};

/** @param subject 'withdrawal:ID' and the like: only what was done to it; null: everything, newest first */
export function listLog(
  db: Database,
  { subject, after, pageRows = PAGE_ROWS }: { subject: string | null; after: After | null; pageRows?: number },
): Work<KeysetPage<LogEntry>> {
  const of = subject === null ? sql`1` : sql`subject = ${subject}`;
  const from = after ? sql`AND (created_at_ms, id) < (${after.ms}, ${after.id})` : sql``;
  const query = db.all<LogEntry>(sql`SELECT id, actor, action, subject, detail, created_at_ms AS createdAtMs
    FROM audit_log WHERE ${of} ${from} ORDER BY created_at_ms DESC, id DESC LIMIT ${pageRows + 1}`);
  return mapWork(rows(query), (found) => cutPage(found, pageRows, (last) => afterRow(last.createdAtMs, last.id)));
}
