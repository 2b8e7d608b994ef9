import { WorkerEntrypoint } from "cloudflare:workers";
import { checkSettlementEnv, type SharedBindings } from "~/server/env";
import { consumeNudges, type Nudge } from "./consume-nudges";
import { createSettlementDeps } from "./deps";
import { keepDeadLetters } from "./dead-letters";
import { runTimer } from "./run-timer";
import type { ScheduledSummary } from "./scheduled-work";

// Consumes the nudges, records dead letters, and does on a timer everything that a lost nudge would have done.

const DEAD_LETTER_QUEUE = "dunnage-settlements-dead";

/** Called over a service binding that only the local environment has, because cron does not fire there. */
export class ScheduledWork extends WorkerEntrypoint<SharedBindings> {
  async run(): Promise<ScheduledSummary & { reconciled: boolean }> {
    return runTimer(settlementDeps(this.env));
  }
}

export default {
  async queue(batch, bindings) {
    const deps = settlementDeps(bindings);
    if (batch.queue === DEAD_LETTER_QUEUE) return keepDeadLetters(deps, batch.messages);
    return consumeNudges(deps, batch.messages);
  },
  async scheduled(_event, bindings) {
    await runTimer(settlementDeps(bindings));
  },
  fetch: () => new Response("not found", { status: 404 }),
} satisfies ExportedHandler<SharedBindings, Nudge>;

function settlementDeps(bindings: SharedBindings) {
  const checked = checkSettlementEnv(bindings);
  if (!checked.ok) throw new Error(`settlement is not set up: ${checked.problems.join("; ")}`);
  return createSettlementDeps(bindings, checked.config);
}
