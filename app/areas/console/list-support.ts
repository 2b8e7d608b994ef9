import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { SUPPORT_KINDS } from "~/db/schema/names";
import { mapWork, rows, type Work } from "~/db/work";
import { type After, afterRow, cutPage, type KeysetPage, PAGE_ROWS } from "~/core/lists/keyset-page";

// Requests to support: what has no answer yet, oldest first; what is answered and open; and what is closed, latest first.

export const SUPPORT_FILTERS = ["waiting", "answered", "closed"] as const;
export type SupportFilter = (typeof SUPPORT_FILTERS)[number];
export type SupportKind = (typeof SUPPORT_KINDS)[number];

export const readSupportFilter = (text: string | null): SupportFilter =>
  SUPPORT_FILTERS.find((one) => one === text) ?? "waiting";

export type ListedRequest = {
  id: string;
  number: string;
  name: string;
  kind: SupportKind;
  /** How it begins. */
  begins: string;
  userId: string | null;
  createdAtMs: number;
  answeredAtMs: number | null;
  closedAtMs: number | null;
};

const OPEN: Record<Exclude<SupportFilter, "closed">, SQL> = {
  waiting: sql`answered_at_ms IS NULL AND closed_at_ms IS NULL`,
  answered: sql`answered_at_ms IS NOT NULL AND closed_at_ms IS NULL`,
};

export function listSupport(
  db: Database,
  { filter, after, pageRows = PAGE_ROWS }: { filter: SupportFilter; after: After | null; pageRows?: number },
): Work<KeysetPage<ListedRequest>> {
  const query =
    db.all<ListedRequest>(sql`SELECT id, number, name, kind, substr(message, 1, 120) AS begins, user_id AS userId,
      created_at_ms AS createdAtMs, answered_at_ms AS answeredAtMs, closed_at_ms AS closedAtMs
    FROM support_requests WHERE ${filter === "closed" ? closed(after) : open(filter, after)} LIMIT ${pageRows + 1}`);
  return mapWork(rows(query), (found) =>
    cutPage(found, pageRows, (last) => afterRow(filter === "closed" ? last.closedAtMs : last.createdAtMs, last.id)),
  );
}

function open(filter: Exclude<SupportFilter, "closed">, after: After | null): SQL {
  const from = after ? sql`AND (created_at_ms, id) > (${after.ms}, ${after.id})` : sql``;
  return sql`${OPEN[filter]} ${from} ORDER BY created_at_ms, id`;
}

function closed(after: After | null): SQL {
  const from = after ? sql`AND (closed_at_ms, id) < (${after.ms}, ${after.id})` : sql``;
  return sql`closed_at_ms IS NOT NULL ${from} ORDER BY closed_at_ms DESC, id DESC`;
}
