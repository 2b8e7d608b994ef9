import { sql } from "drizzle-orm";
import { runWork, writeThenRead, rows } from "~/db/work";
import { noticeId } from "~/core/outbox/kinds";
import { type OutboxDeps, runOutboxRow } from "./outbox";
import { tellOperators } from "~/core/outbox/enqueue";
import { readTimer } from "~/core/timer/read-timer";

const HOUR_MS = 3_600_000;

/**
 * Logs which jobs of the timer have not gone well for an hour, and has the operators told, at most once an hour. The emails are sent here:
 * the outbox may be what stands. @returns how many stand
 */
export async function tellStandingJobs(deps: OutboxDeps): Promise<number> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const { late } = await runWork(db, readTimer(db, nowMs));
  if (late.length === 0) return 0;
  deps.log("timer-stands", { count: late.length, outcome: late.join(" ") });
  // As text: D1 binds every number as a real one.
  const hour = String(Math.floor(nowMs / HOUR_MS));
  const tell = tellOperators(db, { notice: "timer-stands", occasion: sql`${hour}`, nowMs });
  const start = noticeId("timer-stands", "");
  const written = db.all<{ id: string }>(sql`SELECT id FROM outbox
    WHERE id >= ${start} AND id < ${`${start.slice(0, -1)};`} AND done_at_ms IS NULL AND available_at_ms <= ${nowMs} LIMIT 20`);
  for (const { id } of await runWork(db, writeThenRead([tell], rows(written)))) await runOutboxRow(deps, id);
  return late.length;
}
