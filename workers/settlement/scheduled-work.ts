import { tellHeads } from "~/features/audit-heads/tell-heads";
import { endOverduePayments } from "~/features/buying/end-overdue-payments";
import { closeWaitingAccounts } from "~/features/closing/close-waiting-accounts";
import { tellCodesAlarm } from "~/features/login/tell-codes-alarm";
import { tellLateWork } from "~/features/outbox/late-work";
import { tellDay } from "~/features/notices/tell-day";
import { tellOpenings } from "~/features/notices/tell-openings";
import { type OutboxDeps, relayOutbox } from "~/features/outbox/run-outbox";
import { sweepTables } from "~/features/sweeping/sweep-tables";
import { tellWatchers } from "~/features/watching/tell-watchers";

export type ScheduledSummary = { ended: number; relayed: number; failed: number };

/**
 * Expires overdue reservations, runs what is due in the outbox, tells operators of work that waits too long, of a flood of
 * codes and once a day of everything that waits, tells those who asked of casks that open, those who watch one and those who read the audits, closes accounts that waited for it, and deletes what has been kept long enough.
 */
export async function runScheduledWork(deps: OutboxDeps): Promise<ScheduledSummary> {
  const ended = await endOverduePayments(deps);
  const results = await relayOutbox(deps, { most: 240 });
  await tellLateWork(deps);
  await tellCodesAlarm(deps);
  await tellDay(deps);
  await tellOpenings(deps);
  await tellWatchers(deps);
  await tellHeads(deps);
  await closeWaitingAccounts(deps);
  await sweepTables(deps);
  const failed = results.filter((result) => result === "failed" || result === "dead").length;
  const summary = { ended, relayed: results.length, failed };
  if (ended + results.length > 0)
    deps.log("scheduled-work", { count: results.length, outcome: JSON.stringify(summary) });
  return summary;
}
