import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, rows, type Work } from "~/db/work";
import { type After, afterRow, cutPage, type KeysetPage, PAGE_ROWS } from "~/core/lists/keyset-page";

export type Lead = { id: string; email: string | null; phone: string | null; createdAtMs: number };

/** The newest first. */
export function listLeads(
  db: Database,
  { after, pageRows = PAGE_ROWS }: { after: After | null; pageRows?: number },
): Work<KeysetPage<Lead>> {
  const from = after ? sql`WHERE (created_at_ms, id) < (${after.ms}, ${after.id})` : sql``;
  const query = db.all<Lead>(sql`SELECT id, email, phone, created_at_ms AS createdAtMs FROM leads ${from}
    ORDER BY created_at_ms DESC, id DESC LIMIT ${pageRows + 1}`);
  return mapWork(rows(query), (found) => cutPage(found, pageRows, (last) => afterRow(last.createdAtMs, last.id)));
}
