import type { RequestContext } from "./context";

/** Tells settlement to look at an outbox row now, after the answer is out. Losing it loses nothing: the timer runs what is due. */
export function nudgeLater(context: RequestContext, outboxId: string): void {
  context.waitUntil(context.nudge([outboxId]).catch(() => context.log("nudge-failed", { outboxId })));
}
