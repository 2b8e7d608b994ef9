import { sql } from "drizzle-orm";
import { dateOf } from "~/domain/calendar-date";
import type { AuditDeps } from "./audit-deps";
import { dueDate } from "./inside/audit-row";
import { runAudit } from "./run-audit";

/** A long audit takes tens of runs; another worker on it needs seconds. */
const MOST_RUNS = 1_000;
const PAUSE_MS = 200;

/**
 * Makes the audit that is due to its end, for a clock that skips days: no timer comes back for the rest of it, and how that day ended could
 * not be told later.
 * @returns the day
 * @throws if it does not end
 */
export async function finishAudit(deps: AuditDeps & { wait: (ms: number) => Promise<unknown> }): Promise<string> {
  const due = asIfDue(deps);
  const date = dueDate(due.nowMs());
  for (let runs = 0; date !== null && runs < MOST_RUNS; runs++) {
    if ((await runAudit(due)) === date || (await isPublished(deps, date))) return date;
    // Another worker has it: nothing to do but wait.
    if (runs > 0) await deps.wait(PAUSE_MS);
  }
  throw new Error("the audit of a skipped day does not end");
}

/** So soon after midnight that no audit is due yet, one is made as if a quarter of an hour had passed. */
export function asIfDue(deps: AuditDeps): AuditDeps {
  const soonestMs = Date.parse(`${dateOf(deps.nowMs())}T00:15:00Z`);
  return { ...deps, nowMs: () => Math.max(deps.nowMs(), soonestMs) };
}

async function isPublished({ db }: Pick<AuditDeps, "db">, date: string): Promise<boolean> {
  const found = await db.all(sql`SELECT 1 FROM audits WHERE date = ${date} AND state = 'published'`);
  return found.length > 0;
}
