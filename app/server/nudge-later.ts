import type { RequestContext } from "./context";

/** If it gets lost, the timer runs what is due. */
export function nudgeLater(context: RequestContext, outboxId: string): void {
  context.waitUntil(context.nudge([outboxId]).catch(() => context.log("nudge-failed", { outboxId })));
}
