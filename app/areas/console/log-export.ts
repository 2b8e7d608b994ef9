import type { Database } from "~/db/client";
import { runWork, together, type Work, writes } from "~/db/work";
import { byStaff, recordAudit } from "~/core/ledger/audit";
import type { StaffAccess } from "~/core/session/guarded";
import type { ExportedList } from "./list-export";

// Who takes a list away stands in the log: that it was asked for in the batch that reads its first page, so that a file that breaks
// off is there too; and once it is whole, how many rows it had.

type Taken = { auditId: string; list: ExportedList | `books-${string}`; userId: string; nowMs: number };

type LogExport = Pick<Taken, "auditId" | "list"> & { query: URLSearchParams };

/** The first page of a list, and that it was asked for. */
export const takeFirstPage = <T>(db: Database, staff: StaffAccess, asked: LogExport, first: Work<T>) =>
  together({ logged: logExportAsked(db, staff, asked), first });

function logExportAsked(db: Database, staff: StaffAccess, { auditId, list, query }: LogExport): Work<void> {
  const { userId, nowMs } = staff;
  const detail = filterInWords(query);
  const [actor, subject] = [byStaff(userId), `list:${list}`];
  return writes(recordAudit(db, { id: auditId, actor, action: "list-taken", subject, detail, nowMs }));
}

/** One round trip. */
export function logExportWhole(db: Database, { auditId, list, userId, nowMs }: Taken, count: number): Promise<void> {
  const detail = `${count} rows`;
  const entry = { id: `${auditId}:whole`, actor: byStaff(userId), action: "list-taken-whole" } as const;
  return runWork(db, writes(recordAudit(db, { ...entry, subject: `list:${list}`, detail, nowMs })));
}

/** The log keeps nothing personal: of what was searched for, only that something was. */
function filterInWords(query: URLSearchParams): string | null {
  const plain = ["state", "provider", "of"].flatMap((name) => {
    const value = query.get(name);
    if (value === null) return [];
    return [/^[a-z-]{1,30}(:[\w:-]{1,90})?$/.test(value) ? `${name}=${value}` : name];
  });
  return [...plain, ...(query.has("q") ? ["q"] : [])].join(" ") || null;
}
