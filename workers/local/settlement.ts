// Settlement as a local run has it: the same Worker, by the sandbox's clock.
import { runAudit } from "~/features/audits/run-audit";
import { relayOutbox } from "~/features/outbox/run-outbox";
import type { SharedBindings } from "~/server/env";
import type { Nudge } from "../settlement/consume-nudges";
import type { SettlementDeps } from "../settlement/deps";
import settlement, { ScheduledWork as Scheduled } from "../settlement/index";
import { runScheduledWork, type ScheduledSummary } from "../settlement/scheduled-work";
import { readSandboxClock } from "./read-clock";

export { Papers } from "../settlement/index";

export class ScheduledWork extends Scheduled {
  protected override readonly readClock = readSandboxClock;

  /** For a day that is skipped: what the day's first run brings up is done by its next, as the timer would a minute later. */
  async runDay({ isAudited }: { isAudited: boolean }): Promise<ScheduledSummary> {
    const deps = quietly(await this.deps());
    const summary = await runScheduledWork(deps);
    if (isAudited) await runAudit(deps);
    const results = await relayOutbox(deps, { most: 240 });
    const failed = results.filter((result) => result === "failed" || result === "dead").length;
    return { ...summary, relayed: summary.relayed + results.length, failed: summary.failed + failed };
  }
}

/** What goes well is counted in the answer: printing thousands of lines would take longer than the work. */
const ROUTINE = new Set(["outbox-done", "certificate-issued", "scheduled-work"]);

const quietly = (deps: SettlementDeps): SettlementDeps => ({
  ...deps,
  log: (event, fields) => ROUTINE.has(event) || deps.log(event, fields),
});

export default {
  ...settlement,
  queue: (batch, bindings, context) => settlement.queue(batch, bindings, context, readSandboxClock),
  scheduled: (event, bindings, context) => settlement.scheduled(event, bindings, context, readSandboxClock),
} satisfies ExportedHandler<SharedBindings, Nudge>;
