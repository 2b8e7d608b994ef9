import { sql } from "drizzle-orm";
import { type ListExport, utc } from "~/core/lists/export-cells";
import { afterRow, cutPage, PAGE_ROWS, readAfter } from "~/core/lists/keyset-page";
import { mapWork, rows, together, type Work, writes } from "~/db/work";
import { offerList } from "~/areas/resale/list-offers";
import { settingsFile } from "./settings";
import { casks } from "./lists/casks";
import { certificates } from "./lists/certificates";
import { type FileAsked, fileOf } from "./lists/define-list";
import { leads } from "./lists/leads";
import { log } from "./lists/log";
import { payments } from "./lists/payments";
import { rewards } from "./lists/rewards";
import { support } from "./lists/support";
import { users } from "./lists/users";
import { withdrawals } from "./lists/withdrawals";
import type { Database } from "~/db/client";
import { byStaff, recordAudit } from "~/core/ledger/audit";
import type { StaffAccess } from "~/core/session/guarded";

// All that went wrong and waits for a person: work that was given up, work that fails again and again, differences, jobs of the timer
// that stand or failed last; of each the oldest first.

const SORTS = ["given-up", "failing", "difference", "timer"] as const;

type Trouble = {
  /** Of its sort, from 0. */
  rank: number;
  id: string;
  /** As the page shows it. */
  shownId: string;
  what: string;
  detail: string | null;
  sinceMs: number;
};

const HOUR_MS = 3_600_000;

const waiting = (
  nowMs: number,
) => sql`SELECT 0 AS rank, id, id AS shownId, origin AS what, error AS detail, created_at_ms AS sinceMs
    FROM dead_letters WHERE resolved_at_ms IS NULL
  UNION ALL SELECT 1, id, id, kind, last_error, failing_since_ms FROM outbox
    WHERE done_at_ms IS NULL AND failing_since_ms IS NOT NULL
  UNION ALL SELECT 2, id, subject, kind, detail, first_seen_ms FROM differences WHERE state = 'open'
  UNION ALL SELECT 3, name, name, iif(coalesce(last_success_at_ms, since_ms) <= ${nowMs - HOUR_MS}, 'stands', 'failed'), NULL,
    coalesce(last_success_at_ms, since_ms) FROM timer_jobs
    WHERE coalesce(last_failure_at_ms, 0) > coalesce(last_success_at_ms, 0) OR coalesce(last_success_at_ms, since_ms) <= ${nowMs - HOUR_MS}`;

const troubleFile = fileOf({
  position: (typed) => {
    const [, rank, position = null] = /^([0-3])\.(.*)$/s.exec(typed ?? "") ?? [];
    const after = readAfter(position);
    return after && { rank: Number(rank), ...after };
  },
  query: (db, { after, nowMs, pageRows = PAGE_ROWS }) => {
    const from = after ? sql`WHERE (rank, sinceMs, id) > (${after.rank}, ${after.ms}, ${after.id})` : sql``;
    const query = db.all<Trouble>(
      sql`SELECT * FROM (${waiting(nowMs)}) ${from} ORDER BY rank, sinceMs, id LIMIT ${pageRows + 1}`,
    );
    return mapWork(rows(query), (found) =>
      cutPage(found, pageRows, (last) => `${last.rank}.${afterRow(last.sinceMs, last.id)}`),
    );
  },
  csv: {
    sort: ({ rank }) => SORTS[rank] ?? null,
    id: ({ shownId }) => shownId,
    what: ({ what }) => what,
    detail: ({ detail }) => detail,
    since: ({ sinceMs }) => utc(sinceMs),
  },
});

/** The lists that can be taken as a file, by the name in its URL. */
const EXPORTS = {
  withdrawals: fileOf(withdrawals),
  casks: fileOf(casks),
  payments: fileOf(payments),
  users: fileOf(users),
  certificates: fileOf(certificates),
  offers: fileOf(offerList),
  rewards: fileOf(rewards),
  settings: settingsFile,
  support: fileOf(support),
  trouble: troubleFile,
  log: fileOf(log),
  leads: fileOf(leads),
};
export const EXPORTED_LISTS = Object.keys(EXPORTS) as (keyof typeof EXPORTS)[];
export type ExportedList = keyof typeof EXPORTS;

export const listExport = (list: ExportedList, asked: FileAsked): ListExport => EXPORTS[list](asked);

type LogExport = { auditId: string; list: ExportedList | `books-${string}`; query: URLSearchParams };

/** The first page of a list, and in the log that it was asked for, so that a file that breaks off is there too. */
export function takeFirstPage<T>(
  db: Database,
  { userId, nowMs }: StaffAccess,
  { auditId, list, query }: LogExport,
  first: Work<T>,
) {
  const detail = filterInWords(query);
  const entry = { id: auditId, actor: byStaff(userId), action: "list-taken", subject: `list:${list}` } as const;
  return together({ logged: writes(recordAudit(db, { ...entry, detail, nowMs })), first });
}

/** The log keeps nothing personal. */
function filterInWords(query: URLSearchParams): string | null {
  const plain = ["state", "of"].flatMap((name) => {
    const value = query.get(name);
    if (value === null) return [];
    return [/^[a-z-]{1,30}(:[\w:-]{1,90})?$/.test(value) ? `${name}=${value}` : name];
  });
  return plain.join(" ") || null;
}
