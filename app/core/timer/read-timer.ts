import { asc } from "drizzle-orm";
import { createDatabase, type Database } from "~/db/client";
import { timerJobs } from "~/db/schema/operations";
import { mapWork, rows, runWork, type Work } from "~/db/work";
import type { TimerJobName } from "./run-jobs";

// How the timer does, and the way of nudges through the queue. The timer sends one with each run and the consumer keeps when it last had
// one, so that a queue that stands is noticed without a purchase, and without a write for any page.

const HOUR_MS = 3_600_000;
/** A queue that works delivers within seconds; a batch that is tried again takes a minute or two. */
const NUDGE_LATE_MS = 180_000;

export type TimerRow = typeof timerJobs.$inferSelect;

export type NudgeState = "ok" | "not-consumed" | "not-known";

export type TimerState = {
  jobs: TimerRow[];
  late: TimerJobName[];
  nudges: NudgeState;
  lastConsumedAtMs: number | null;
};

export function readTimer(db: Database, nowMs: number): Work<TimerState> {
  return mapWork(rows(db.select().from(timerJobs).orderBy(asc(timerJobs.name))), (jobs) => timerState(jobs, nowMs));
}

export function timerStateOf(d1: D1Database, nowMs: number): Promise<TimerState> {
  const db = createDatabase(d1);
  return runWork(db, readTimer(db, nowMs));
}

function timerState(jobs: TimerRow[], nowMs: number): TimerState {
  const sent = jobs.find(({ name }) => name === "send-nudge");
  const consumed = jobs.find(({ name }) => name === "consume-nudges");
  const lastConsumedAtMs = consumed?.lastSuccessAtMs ?? null;
  return {
    jobs,
    late: jobs.filter((job) => (job.lastSuccessAtMs ?? job.sinceMs) <= nowMs - HOUR_MS).map(({ name }) => name),
    nudges: nudgeState(sent, lastConsumedAtMs, nowMs),
    lastConsumedAtMs,
  };
}

/** What was sent just now may still be on its way; what was sent before that must have come. */
function nudgeState(sent: TimerRow | undefined, lastConsumedAtMs: number | null, nowMs: number): NudgeState {
  if (!sent || sent.lastSuccessAtMs === null) return "not-known";
  const consumedAtMs = lastConsumedAtMs ?? sent.sinceMs;
  const isLate = sent.lastSuccessAtMs - consumedAtMs > NUDGE_LATE_MS && nowMs - consumedAtMs > NUDGE_LATE_MS;
  if (isLate) return "not-consumed";
  return lastConsumedAtMs === null ? "not-known" : "ok";
}
