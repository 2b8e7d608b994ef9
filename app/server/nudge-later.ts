import type { RequestContext } from "./context";

/** Asks settlement to run an outbox row now, after the response has gone out. If it gets lost, the timer runs what is due. */
export function nudgeLater(context: RequestContext, outboxId: string): void {
  context.waitUntil(context.nudge([outboxId]).catch(() => context.log("nudge-failed", { outboxId })));
}
