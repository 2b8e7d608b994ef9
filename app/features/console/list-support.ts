import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { SUPPORT_KINDS } from "~/db/schema/names";
import { mapWork, rows, type Work } from "~/db/work";
import { type After, PAGE_ROWS } from "./list-withdrawals";

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

export type RequestPage = { rows: ListedRequest[]; next: string | null };

const OPEN: Record<Exclude<SupportFilter, "closed">, SQL> = {
  waiting: sql`answered_at_ms IS NULL AND closed_at_ms IS NULL`,
  answered: sql`answered_at_ms IS NOT NULL AND closed_at_ms IS NULL`,
};

export function listSupport(
  db: Database,
  { filter, after, pageRows = PAGE_ROWS }: { filter: SupportFilter; after: After | null; pageRows?: number },
): Work<RequestPage> {
  const query =
    db.all<ListedRequest>(sql`SELECT id, number, name, kind, substr(message, 1, 120) AS begins, user_id AS userId,
      created_at_ms AS createdAtMs, answered_at_ms AS answeredAtMs, closed_at_ms AS closedAtMs
    FROM support_requests WHERE ${filter === "closed" ? closed(after) : open(filter, after)} LIMIT ${pageRows + 1}`);
  return mapWork(rows(query), (found) => {
    const shown = found.slice(0, pageRows);
    const last = found.length > pageRows ? shown.at(-1) : undefined;
    const at = filter === "closed" ? last?.closedAtMs : last?.createdAtMs;
    return { rows: shown, next: last ? `${at}.${last.id}` : null };
  });
}

function open(filter: Exclude<SupportFilter, "closed">, after: After | null): SQL {
  const from = after ? sql`AND (created_at_ms, id) > (${after.ms}, ${after.id})` : sql``;
  return sql`${OPEN[filter]} ${from} ORDER BY created_at_ms, id`;
}

function closed(after: After | null): SQL {
  const from = after ? sql`AND (closed_at_ms, id) < (${after.ms}, ${after.id})` : sql``;
  return sql`closed_at_ms IS NOT NULL ${from} ORDER BY closed_at_ms DESC, id DESC`;
}
