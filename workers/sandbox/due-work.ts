import type { Deps } from "./deps";
import { VENDOR_NAMES } from "./env";
import { VENDORS } from "./vendors";
import { deliverDue } from "./webhooks/deliver";

/**
 * Does everything that is due: expires sessions, deletes old records, sends webhooks. Resolves with the last answer.
 */
export function runDueWork(deps: Deps): Promise<void> {
  const vendors = VENDOR_NAMES.map((name) => VENDORS[name]);
  for (const { checkout } of vendors) checkout?.expireDue(deps);
  for (const kind of ["message", "event", ...vendors.flatMap(({ forgets = [] }) => forgets)] as const) {
    for (const { id } of deps.store.due(kind, deps.nowMs(), 500)) deps.store.remove(kind, id);
  }
  return deliverDue(deps);
}
