import { WorkerEntrypoint } from "cloudflare:workers";
import type { Paper, PaperMaker } from "~/areas/holdings/papers/paper";
import { renderPaper } from "~/areas/holdings/papers/render-paper";
import { within } from "~/core/timer/run-jobs";
import { readSystemTime } from "~/server/clock";
import type { SettlementBindings } from "~/server/env";
import { consumeNudges, recordDeadLetters, type Nudge } from "./consume-nudges";
import { settlementDeps, type SettlementDeps } from "./deps";
import { runTimer, type ScheduledSummary } from "./run-timer";

// Consumes the nudges, records dead letters, and does on a timer everything that a lost nudge would have done.

/** A batch that hangs must not block the queue for ever: its nudges come again, and rows in hand are free when their lease ends. */
const BATCH_MS = 120_000;
const DEAD_LETTER_QUEUE = "dunnage-settlements-dead";

export { Audit } from "./audit-workflow";

/** Called over a service binding that only the local environment has, because cron does not fire there. */
export class ScheduledWork extends WorkerEntrypoint<SettlementBindings> {
  async run(): Promise<ScheduledSummary & { reconciled: boolean }> {
    return runTimer(await this.deps());
  }

  protected deps(): Promise<SettlementDeps> {
    return prepare(this.env);
  }
}

/** Called over a service binding by the app, which says what the paper says: this one looks nothing up. */
export class Papers extends WorkerEntrypoint<SettlementBindings> implements PaperMaker {
  draw(paper: Paper): Promise<Uint8Array> {
    return renderPaper(paper);
  }
}

type Prepare = (bindings: SettlementBindings) => Promise<SettlementDeps>;

const prepare: Prepare = (bindings) => settlementDeps(bindings, readSystemTime);

/** The runtime passes three arguments; a local run passes what the work is done with as well. */
export default {
  async queue(batch, bindings, _context, depsOf: Prepare = prepare) {
    await within(BATCH_MS, async () => {
      const deps = await depsOf(bindings);
      if (batch.queue === DEAD_LETTER_QUEUE) return recordDeadLetters(deps, batch.messages);
      return consumeNudges(deps, batch.messages);
    });
  },
  async scheduled(_event, bindings, _context, depsOf: Prepare = prepare) {
    await runTimer(await depsOf(bindings));
  },
  fetch: () => new Response("not found", { status: 404 }),
} satisfies ExportedHandler<SettlementBindings, Nudge>;
