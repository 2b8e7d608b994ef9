import type { Deps } from "./deps";
import { VENDOR_NAMES } from "./env";
import { takeWebhookFault } from "./faults/faults";
import { hmacHex } from "./signing";
import { VENDORS } from "./vendors";
import { type Delivery, forgetAtMs, nextAttemptMs } from "./webhooks/deliveries";

/** A delivery under way is not due again before its request must have ended; after a crash it is. */
const LEASE_MS = 20_000;
const AT_ONCE = 50;

/** Sends each due delivery once, and keeps those that must be retried. */
async function deliverDue(deps: Deps): Promise<void> {
  const nowMs = deps.nowMs();
  const claimed: Delivery[] = [];
  for (const { id, document } of deps.store.due("delivery", nowMs, AT_ONCE)) {
    if (document.state !== "waiting") {
      deps.store.remove("delivery", id);
      continue;
    }
    const attempt = { ...document, attempts: document.attempts + 1 };
    deps.store.put("delivery", id, attempt, { dueMs: nowMs + LEASE_MS });
    claimed.push(attempt);
  }
  await Promise.all(claimed.map((delivery) => deliver(deps, delivery)));
}

async function deliver(deps: Deps, delivery: Delivery): Promise<void> {
  const falsified = takeWebhookFault(deps, "bad_signature");
  const headers = await signedHeaders(deps, delivery, falsified);
  let lastStatus: number;
  try {
    lastStatus = await deps.postToApp(`/webhooks/${delivery.sender}`, headers, delivery.body);
  } catch {
    lastStatus = 0;
  }
  const nowMs = deps.nowMs();
  if (lastStatus >= 200 && lastStatus < 300) {
    deps.store.put(
      "delivery",
      delivery.id,
      { ...delivery, lastStatus, state: "delivered" },
      { dueMs: forgetAtMs(nowMs) },
    );
    return;
  }
  const againMs = nextAttemptMs(delivery, nowMs);
  const state = againMs === null ? "given_up" : "waiting";
  deps.store.put("delivery", delivery.id, { ...delivery, lastStatus, state }, { dueMs: againMs ?? forgetAtMs(nowMs) });
}

async function signedHeaders(
  deps: Deps,
  { sender, body }: Delivery,
  falsified: boolean,
): Promise<Record<string, string>> {
  const sign = async (secret: string, payload: string) => {
    const signature = await hmacHex(secret, payload);
    return falsified ? spoil(signature) : signature;
  };
  const own = await VENDORS[sender].checkout?.webhookHeaders(deps, body, sign);
  return { "content-type": "application/json; charset=utf-8", ...own };
}

function spoil(hex: string): string {
  return (hex.startsWith("0") ? "1" : "0") + hex.slice(1);
}

/**
 * Does everything that is due: expires sessions, deletes old records, sends webhooks. Resolves with the last answer.
 */
export function runDueWork(deps: Deps): Promise<void> {
  const vendors = VENDOR_NAMES.map((name) => VENDORS[name]);
  for (const { checkout } of vendors) checkout?.expireDue(deps);
  for (const kind of ["message", ...vendors.flatMap(({ forgets = [] }) => forgets)] as const) {
    for (const { id } of deps.store.due(kind, deps.nowMs(), 500)) deps.store.remove(kind, id);
  }
  return deliverDue(deps);
}
