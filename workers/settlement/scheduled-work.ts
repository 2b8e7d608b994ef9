import { endOverduePayments } from "~/features/buying/end-overdue-payments";
import { closeWaitingAccounts } from "~/features/closing/close-waiting-accounts";
import { sweepKeptForms } from "~/features/kept-form/kept-form";
import { sweepLeads } from "~/features/leads/sweep-leads";
import { sweepLogins } from "~/features/login/sweep-logins";
import { tellCodesAlarm } from "~/features/login/tell-codes-alarm";
import { tellLateWork } from "~/features/outbox/late-work";
import { type OutboxDeps, relayOutbox } from "~/features/outbox/run-outbox";

export type ScheduledSummary = { ended: number; relayed: number; failed: number };

/**
 * Expires overdue reservations, runs what is due in the outbox, tells operators of work that waits too long and of a flood of
 * codes, closes accounts that waited for it, and deletes logins, leads and half-filled forms that have been kept long enough.
 */
export async function runScheduledWork(deps: OutboxDeps): Promise<ScheduledSummary> {
  const ended = await endOverduePayments(deps);
  const results = await relayOutbox(deps, { most: 240 });
  await tellLateWork(deps);
  await tellCodesAlarm(deps);
  await sweepLogins(deps);
  await sweepLeads(deps);
  await sweepKeptForms(deps);
  await closeWaitingAccounts(deps);
  const failed = results.filter((result) => result === "failed" || result === "dead").length;
  const summary = { ended, relayed: results.length, failed };
  if (ended + results.length > 0)
    deps.log("scheduled-work", { count: results.length, outcome: JSON.stringify(summary) });
  return summary;
}
