import type { Database } from "~/db/client";
import { together, type Work, writes } from "~/db/work";
import { byStaff, recordAudit } from "~/core/ledger/audit";
import type { StaffAccess } from "~/core/session/guarded";
import type { ExportedList } from "./list-export";

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
