import { expireDueCopperxSessions } from "./copperx/sessions";
import type { Deps } from "./deps";
import { forgetExpiredRequests } from "./msg91/code-requests";
import type { Kind } from "./store/store";
import { expireDueSessions } from "./stripe/sessions";
import { deliverDue } from "./webhooks/deliver";

const KEPT_UNTIL_DUE: Kind[] = ["message", "event", "stripe.answer", "resend.mail"];

/**
 * Does everything that is due: expires sessions, deletes old records, sends webhooks. Resolves with the last answer.
 */
export function runDueWork(deps: Deps): Promise<void> {
  expireDueSessions(deps);
  expireDueCopperxSessions(deps);
  forgetExpiredRequests(deps);
  for (const kind of KEPT_UNTIL_DUE) {
    for (const { id } of deps.store.due(kind, deps.nowMs(), 500)) deps.store.remove(kind, id);
  }
  return deliverDue(deps);
}
