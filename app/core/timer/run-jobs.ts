import { asc, sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { createDatabase, type Database } from "~/db/client";
import type { TIMER_JOBS } from "~/db/schema/names";
import { timerJobs } from "~/db/schema/operations";
import { mapWork, rows, runWork, type Work } from "~/db/work";

class TookTooLong extends Error {
  override readonly name = "TookTooLong";
}

/** @throws TookTooLong once that much time is over; what was begun is left to itself */
export async function within<T>(patienceMs: number, run: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TookTooLong("it goes on without it")), patienceMs);
  });
  try {
    return await Promise.race([run(), over]);
  } finally {
    clearTimeout(timer);
  }
}

// The timer's work is a table of named jobs. Each is caught by itself, so that one that throws, or never ends, keeps no other from its
// work; each is timed, and when it last went well is kept: an alarm is raised about one that has not for an hour (`tell-late-work`).

export type TimerJobName = (typeof TIMER_JOBS)[number];
export type TimerJob<D> = { name: TimerJobName; run: (deps: D) => Promise<unknown> };
export type JobResult = { name: TimerJobName; ok: boolean; durationMs: number; value?: unknown };

/**
 * @param lanes run beside each other; the jobs of a lane follow one another, whatever the outcome of the previous one
 * @param patienceMs after which a job counts as failed and its lane goes on without it
 */
export async function runJobs<D extends Deps>(
  deps: D,
  lanes: readonly (readonly TimerJob<D>[])[],
  { patienceMs = null }: { patienceMs?: number | null } = {},
): Promise<JobResult[]> {
  const results = (await Promise.all(lanes.map((lane) => runLane(deps, lane, patienceMs)))).flat();
  const durations = Object.fromEntries(results.map(({ name, durationMs }) => [name, durationMs]));
  deps.log("timer-run", { count: results.length, outcome: JSON.stringify(durations) });
  await storeResults(deps, results).catch((error: unknown) => deps.log("timer-not-kept", { error: classOf(error) }));
  return results;
}

async function runLane<D extends Deps>(
  deps: D,
  lane: readonly TimerJob<D>[],
  patienceMs: number | null,
): Promise<JobResult[]> {
  const results: JobResult[] = [];
  for (const job of lane) results.push(await runJob(deps, job, patienceMs));
  return results;
}

async function runJob<D extends Deps>(
  deps: D,
  { name, run }: TimerJob<D>,
  patienceMs: number | null,
): Promise<JobResult> {
  const startedAtMs = deps.nowMs();
  const took = () => Math.max(0, deps.nowMs() - startedAtMs);
  try {
    const value = await (patienceMs === null ? run(deps) : within(patienceMs, () => run(deps)));
    return { name, ok: true, durationMs: took(), value };
  } catch (error) {
    deps.log("timer-job-failed", { code: name, error: classOf(error), durationMs: took() });
    return { name, ok: false, durationMs: took() };
  }
}

/** The error's class only: its message may hold what does not belong in a log. */
const classOf = (error: unknown) => (error instanceof Error ? error.name : "unknown");

/** A success this recent adds nothing new. A little less than the minute between two runs. */
const KEPT_FOR_MS = 50_000;

export async function storeResults({ db, nowMs }: Deps, results: readonly Omit<JobResult, "value">[]): Promise<void> {
  if (results.length === 0) return;
  const now = nowMs();
  const rows = JSON.stringify(results.map(({ name, ok, durationMs }) => [name, ok ? 1 : 0, Math.round(durationMs)]));
  await db.run(sql`INSERT INTO timer_jobs (name, since_ms, last_success_at_ms, last_failure_at_ms, duration_ms)
    SELECT value ->> 0, ${now}, iif(value ->> 1, ${now}, NULL), iif(value ->> 1, NULL, ${now}), CAST(value ->> 2 AS INTEGER) FROM json_each(${rows}) WHERE true
    ON CONFLICT (name) DO UPDATE SET last_success_at_ms = coalesce(excluded.last_success_at_ms, last_success_at_ms),
      last_failure_at_ms = coalesce(excluded.last_failure_at_ms, last_failure_at_ms), duration_ms = excluded.duration_ms
    WHERE excluded.last_success_at_ms IS NULL OR last_success_at_ms IS NULL OR last_success_at_ms <= ${now - KEPT_FOR_MS}`);
}

const HOUR_MS = 3_600_000;

/** How each job last went, and which have not gone well for an hour. */
export const readTimer = (
  db: Database,
  nowMs: number,
): Work<{ jobs: (typeof timerJobs.$inferSelect)[]; late: TimerJobName[] }> =>
  mapWork(rows(db.select().from(timerJobs).orderBy(asc(timerJobs.name))), (jobs) => ({
    jobs,
    late: jobs.filter((job) => (job.lastSuccessAtMs ?? job.sinceMs) <= nowMs - HOUR_MS).map(({ name }) => name),
  }));

/** For the health check, which has no more than a binding. */
export async function standingJobs(d1: D1Database, nowMs: number): Promise<TimerJobName[]> {
  const db = createDatabase(d1);
  return (await runWork(db, readTimer(db, nowMs))).late;
}
