import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, rows, type Work } from "~/db/work";
import { type After, PAGE_ROWS } from "./list-withdrawals";

type Lead = { id: string; email: string | null; phone: string | null; createdAtMs: number };
export type LeadPage = { rows: Lead[]; next: string | null };

/** The newest first. */
export function listLeads(
  db: Database,
  { after, pageRows = PAGE_ROWS }: { after: After | null; pageRows?: number },
): Work<LeadPage> {
  const from = after ? sql`WHERE (created_at_ms, id) < (${after.ms}, ${after.id})` : sql``;
  const query = db.all<Lead>(sql`SELECT id, email, phone, created_at_ms AS createdAtMs FROM leads ${from}
    ORDER BY created_at_ms DESC, id DESC LIMIT ${pageRows + 1}`);
  return mapWork(rows(query), (found) => {
    const shown = found.slice(0, pageRows);
    const last = found.length > pageRows ? shown.at(-1) : undefined;
    return { rows: shown, next: last ? `${last.createdAtMs}.${last.id}` : null };
  });
}
