import { endOverduePayments } from "~/features/buying/end-overdue-payments";
import { sweepOldRows } from "~/features/outbox/sweep-old-rows";
import { dueOutboxRows, type OutboxDeps, runOutboxRow, type RunResult } from "~/features/outbox/run-outbox";

const RELAY_LIMIT = 60;
const AT_ONCE = 4;

export type ScheduledSummary = { ended: number; relayed: number; failed: number; swept: number };

/** Ends overdue holds, runs what is due in the outbox, and clears what has had its day. */
export async function runScheduledWork(deps: OutboxDeps): Promise<ScheduledSummary> {
  const ended = await endOverduePayments(deps);
  const results: RunResult[] = [];
  // What one row causes (a settlement its certificate) becomes due at once and is taken in the next round.
  for (let round = 0; round < 4; round++) {
    const due = await dueOutboxRows(deps, RELAY_LIMIT);
    if (due.length === 0) break;
    for (let i = 0; i < due.length; i += AT_ONCE) {
      results.push(...(await Promise.all(due.slice(i, i + AT_ONCE).map((id) => runOutboxRow(deps, id)))));
    }
  }
  const swept = await sweepOldRows(deps);
  const failed = results.filter((result) => result === "failed" || result === "dead").length;
  const summary = { ended, relayed: results.length, failed, swept };
  if (ended + results.length + swept > 0)
    deps.log("scheduled-work", { count: results.length, outcome: JSON.stringify(summary) });
  return summary;
}
