// Settlement as a local run has it: the same Worker, by the sandbox's clock.
import { auditDay } from "~/areas/proof/audit-day";
import { asIfDue, dueDate } from "~/areas/proof/audit-steps";
import { relayOutbox, relayToMany } from "../settlement/outbox";
import type { SettlementBindings } from "~/server/env";
import type { Nudge } from "../settlement/consume-nudges";
import { settlementDeps, type SettlementDeps } from "../settlement/deps";
import settlement, { Audit as DailyAudit, ScheduledWork as Scheduled } from "../settlement/index";
import { runScheduledWork, type ScheduledSummary } from "../settlement/run-timer";
import type { MarketAsked, MarketTold } from "../sandbox/market";
import { answerSandbox } from "./switch-market";
import { onOwnPort } from "../sandbox/own-port";
import { readSandboxClock } from "./read-clock";

export { Papers } from "../settlement/index";

export class Audit extends DailyAudit {
  protected override deps(): Promise<SettlementDeps> {
    return localDeps(this.env);
  }
}

export class ScheduledWork extends Scheduled {
  protected override deps(): Promise<SettlementDeps> {
    return localDeps(this.env);
  }

  /** What `/sandbox` shows about the market, and switches. */
  async market(asked: MarketAsked): Promise<MarketTold> {
    return answerSandbox(await this.deps(), asked);
  }

  /**
   * For a day that is skipped: what the day's first run brings up is done by its next, as the timer would a minute later.
   * @throws if a job of the day failed: the clock stands until it is run again
   */
  async runDay({ isAudited }: { isAudited: boolean }): Promise<ScheduledSummary> {
    const deps = quietly(await this.deps());
    const summary = await runScheduledWork(deps);
    if (summary.jobs_failed > 0) throw new Error("A job of the day failed; see the log.");
    if (isAudited) {
      const due = asIfDue(deps);
      await auditDay(due, dueDate(due.nowMs()) as string);
    }
    const results = [...(await relayOutbox(deps, { most: 240 })), ...(await relayToMany(deps, { apartMs: 0 }))];
    const failed = results.filter((result) => result === "failed" || result === "dead").length;
    return { ...summary, relayed: summary.relayed + results.length, failed: summary.failed + failed };
  }
}

const localDeps = async (bindings: SettlementBindings) =>
  takingTurns(await settlementDeps(onOwnPort(bindings), readSandboxClock));

const PAUSE_MS = 25;

/**
 * All Workers of a local run share one thread, which looks for new requests only when no Worker has anything to do. Where the queue is
 * dead the timer has all the work of a minute, and those who wait for a page would wait for all of it: so certificates are drawn one at
 * a time with a pause before each, and the relay rests between its rows.
 */
function takingTurns(deps: SettlementDeps): SettlementDeps {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    ...deps,
    rest: () => scheduler.wait(PAUSE_MS),
    renderCertificate: (facts) => {
      const drawn = turn.then(() => scheduler.wait(PAUSE_MS)).then(() => deps.renderCertificate(facts));
      turn = drawn.catch(() => undefined);
      return drawn;
    },
  };
}

/** What goes well is counted in the answer: printing thousands of lines would take longer than the work. */
const ROUTINE = new Set(["outbox-done", "certificate-issued", "scheduled-work"]);

const quietly = (deps: SettlementDeps): SettlementDeps => ({
  ...deps,
  log: (event, fields) => ROUTINE.has(event) || deps.log(event, fields),
});

export default {
  ...settlement,
  queue: (batch, bindings, context) => settlement.queue(batch, bindings, context, localDeps),
  scheduled: (event, bindings, context) => settlement.scheduled(event, bindings, context, localDeps),
} satisfies ExportedHandler<SettlementBindings, Nudge>;
