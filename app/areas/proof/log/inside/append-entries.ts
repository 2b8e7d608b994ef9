import { sql } from "drizzle-orm";
import type { Statement } from "~/db/work";
import { type AuditDay, dayKey } from "~/domain/audit/audit-files";
import { entryText, type LogCause, type LogEntry } from "~/domain/log/log-entries";
import { dayEnd } from "../../audits/inside/audit-row";
import type { LogDeps, LogPiece } from "../log-deps";
import { ENTRY_SOURCES, SOURCE_NAMES } from "./entry-sources";
import { isAsItWas, type KeptWork, type LogProgress, type Step } from "./log-work";

/** The next day with a published audit that is not in the log yet; null: there is none. */
export async function beginDay({ db }: LogDeps, { progress }: KeptWork): Promise<Step | null> {
  const [day = null] = await db.all<{ date: string }>(
    sql`SELECT date FROM audits WHERE state = 'published' AND date > ${progress.date} ORDER BY date LIMIT 1`,
  );
  return (
    day && {
      progress: { date: day.date, cursors: progress.cursors, step: "entries", source: 0 },
      writes: [],
      calls: 2,
    }
  );
}

/** Appends the next events of the day, the one source after the other, and at last the hash of its audit. */
export async function appendEntries(
  deps: LogDeps,
  work: KeptWork,
  from: Extract<LogProgress, { step: "entries" }>,
  { entries: most }: LogPiece,
): Promise<Step> {
  const name = SOURCE_NAMES[from.source];
  if (name === undefined) return appendAudit(deps, work, from);
  const after = from.cursors[name] ?? { ms: 0, id: "" };
  const events = await ENTRY_SOURCES[name](deps, { after, endMs: dayEnd(from.date), most });
  const last = events.at(-1)?.at;
  return {
    calls: 2,
    writes: events.length > 0 ? [append(deps, work, events)] : [],
    progress: {
      ...from,
      cursors: last ? { ...from.cursors, [name]: last } : from.cursors,
      source: events.length === most ? from.source : from.source + 1,
    },
  };
}

async function appendAudit(deps: LogDeps, work: KeptWork, { date, cursors }: LogProgress): Promise<Step> {
  const [found] = await deps.db.all<{ hash: string; places: number }>(sql`SELECT hash,
      (SELECT coalesce(max(place) + 1, 0) FROM log_entries) AS places FROM audits WHERE date = ${date} AND state = 'published'`);
  if (!found) throw new Error(`the audit of ${date} is gone`);
  const owed = await readOwed(deps, date);
  const told = [
    ...(owed ? [{ cause: `owed:${date}`, entry: { day: date, event: "owed", ...owed } } as const] : []),
    { cause: `audit:${date}`, entry: { day: date, event: "audit", hash: found.hash } } as const,
  ];
  return {
    ...{ calls: 2, writes: [append(deps, work, told)] },
    progress: { date, cursors, step: "tiles", size: found.places + told.length, done: 0 },
  };
}

/** What the day's file says of all wallets together. */
async function readOwed({ proof }: LogDeps, date: string) {
  const file = await proof.get(dayKey(date));
  return file && ((await file.json<AuditDay>()).owed ?? null);
}

/** Behind what is there, in this order; what is told already is left out. */
function append({ db }: LogDeps, work: KeptWork, events: readonly { cause: LogCause; entry: LogEntry }[]): Statement {
  const told = JSON.stringify(events.map(({ cause, entry }) => ({ cause, body: entryText(entry) })));
  return db.run(sql`INSERT INTO log_entries (place, cause, body)
    SELECT (SELECT coalesce(max(place), -1) FROM log_entries) + row_number() OVER (ORDER BY told.key), told.value ->> 'cause', told.value ->> 'body'
    FROM json_each(${told}) AS told
    WHERE ${isAsItWas(work)} AND NOT EXISTS (SELECT 1 FROM log_entries WHERE cause = told.value ->> 'cause') ORDER BY told.key`);
}
