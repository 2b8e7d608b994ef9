import { sql } from "drizzle-orm";
import { createDatabase, type Database } from "~/db/client";
import { mapWork, row, runWork, type Work, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { tellOperators } from "./tell-operators";

// Work that should have been done an hour ago: it fails each time, or nobody has come to it. Operators are told by email, each of
// them at most once an hour.

const LATE_MS = 3_600_000;
const COUNTED = 1_000;

export type LateWork = {
  count: number;
  urgent: number;
  sinceMs: number | null;
};

export function readLateWork(db: Database, nowMs: number): Work<LateWork> {
  const beforeMs = nowMs - LATE_MS;
  // Notices about late work are not counted: a mailer that is down would be told of them as well.
  const late = (
    which: string,
    since: string,
  ) => sql`SELECT * FROM (SELECT ${sql.raw(since)} AS since, urgent FROM outbox
    WHERE done_at_ms IS NULL AND ${sql.raw(which)} AND ${sql.raw(since)} <= ${beforeMs} AND notice IS NOT 'work-waits' LIMIT ${COUNTED})`;
  const query =
    db.all<LateWork>(sql`SELECT count(*) AS count, coalesce(sum(urgent = 1), 0) AS urgent, min(since) AS sinceMs
    FROM (${late("failing_since_ms IS NOT NULL", "failing_since_ms")}
      UNION ALL ${late("failing_since_ms IS NULL AND urgent IN (-1, 0, 1)", "available_at_ms")})`);
  return mapWork(row(query), (found) => found ?? { count: 0, urgent: 0, sinceMs: null });
}

export function lateWorkOf(d1: D1Database, nowMs: number): Promise<LateWork> {
  const db = createDatabase(d1);
  return runWork(db, readLateWork(db, nowMs));
}

export async function tellLateWork(deps: Deps): Promise<LateWork> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const late = await runWork(db, readLateWork(db, nowMs));
  if (late.count === 0) return late;
  deps.log("work-waits", { count: late.count, outcome: JSON.stringify(late) });
  // As text: D1 binds every number as a real one.
  const hour = String(Math.floor(nowMs / LATE_MS));
  const tell = tellOperators(db, { notice: "work-waits", occasion: sql`${hour}`, nowMs });
  await runWork(db, writes(tell));
  return late;
}
