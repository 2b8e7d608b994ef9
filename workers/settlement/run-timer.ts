import { type JobResult, runJobs, type TimerJobName } from "~/core/timer/run-jobs";
import type { OutboxDeps } from "./outbox";
import type { SettlementDeps } from "./deps";
import { DAILY_LANES, TIMER_LANES } from "./timer-jobs";

export type ScheduledSummary = { ended: number; relayed: number; failed: number; jobs_failed: number };

/** Less than the platform gives a timer; a job that hangs counts as failed, and is reported like one. */
const PATIENCE_MS = 600_000;

/** One run of the timer: every job of the table, none waiting for one that fails. */
export async function runTimer(deps: SettlementDeps): Promise<ScheduledSummary & { reconciled: boolean }> {
  const results = await runJobs(deps, TIMER_LANES, { patienceMs: PATIENCE_MS });
  return { ...summed(deps, results), reconciled: answerOf(results, "reconcile") === true };
}

/** The part that belongs to a day: for a clock that skips days, and where nothing is published. */
export async function runScheduledWork(deps: OutboxDeps): Promise<ScheduledSummary> {
  return summed(deps, await runJobs(deps, DAILY_LANES));
}

const answerOf = (results: readonly JobResult[], name: TimerJobName) => results.find((one) => one.name === name)?.value;

function summed({ log }: Pick<OutboxDeps, "log">, results: readonly JobResult[]): ScheduledSummary {
  const ended = Number(answerOf(results, "end-overdue-payments") ?? 0);
  const relays = ["relay-outbox", "relay-to-many"] as const;
  const relayed = relays.flatMap((name) => (answerOf(results, name) ?? []) as string[]);
  const failed = relayed.filter((result) => result === "failed" || result === "dead").length;
  const summary = { ended, relayed: relayed.length, failed, jobs_failed: results.filter(({ ok }) => !ok).length };
  if (ended + relayed.length > 0) log("scheduled-work", { count: relayed.length, outcome: JSON.stringify(summary) });
  return summary;
}
