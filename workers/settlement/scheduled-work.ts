import { endOverduePayments } from "~/features/buying/end-overdue-payments";
import { sweepOldRows } from "~/features/outbox/sweep-old-rows";
import { type OutboxDeps, relayOutbox } from "~/features/outbox/run-outbox";

export type ScheduledSummary = { ended: number; relayed: number; failed: number; swept: number };

/** Ends overdue holds, runs what is due in the outbox, and clears what has had its day. */
export async function runScheduledWork(deps: OutboxDeps): Promise<ScheduledSummary> {
  const ended = await endOverduePayments(deps);
  const results = await relayOutbox(deps, { limit: 60, rounds: 4 });
  const swept = await sweepOldRows(deps);
  const failed = results.filter((result) => result === "failed" || result === "dead").length;
  const summary = { ended, relayed: results.length, failed, swept };
  if (ended + results.length + swept > 0)
    deps.log("scheduled-work", { count: results.length, outcome: JSON.stringify(summary) });
  return summary;
}
