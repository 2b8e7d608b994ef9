// Events on their way to the app's webhooks. They are kept until a 2xx answer comes or a day has passed.
import type { Deps } from "../deps";
import type { VendorName } from "../env";
import { currentFaults, takeWebhookFault } from "../faults/faults";
import { randomToken } from "../random";

declare module "../store/store" {
  interface Documents {
    delivery: Delivery;
  }
}

export type Delivery = {
  id: string;
  sender: VendorName;
  eventId: string;
  type: string;
  body: string;
  attempts: number;
  createdMs: number;
  state: "waiting" | "delivered" | "given_up" | "dropped";
  lastStatus: number | null;
};

/** Long enough for the browser's redirect to arrive first, as it often does in production. */
const SOON_MS = 250;
const SHUFFLE_WINDOW_MS = 2_000;
const DAY_MS = 86_400_000;
const BACK_OFF_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000];

type Event = { sender: VendorName; eventId: string; type: string; body: string };

export function scheduleEvent(deps: Pick<Deps, "store" | "nowMs" | "randomBytes">, event: Event): void {
  const webhooks = currentFaults(deps).webhooks ?? {};
  const nowMs = deps.nowMs();
  const dropped = takeWebhookFault(deps, "drop");
  const shuffled = takeWebhookFault(deps, "shuffle");
  for (let copy = 0; copy < (webhooks.copies ?? 1); copy += 1) {
    const [high = 0, low = 0] = deps.randomBytes(2);
    const shuffleMs = shuffled ? Math.floor(((high * 256 + low) / 65_536) * SHUFFLE_WINDOW_MS) : 0;
    const id = `dlv_${randomToken(deps.randomBytes, 20)}`;
    const state = dropped ? "dropped" : "waiting";
    const dueMs = dropped ? nowMs + DAY_MS : nowMs + SOON_MS + (webhooks.delay_ms ?? 0) + shuffleMs;
    deps.store.put("delivery", id, { ...event, id, attempts: 0, createdMs: nowMs, state, lastStatus: null }, { dueMs });
  }
}

/** When to retry after so many attempts, or null when it is time to give up. */
export function nextAttemptMs(delivery: Delivery, nowMs: number): number | null {
  if (nowMs - delivery.createdMs >= DAY_MS) return null;
  return nowMs + (BACK_OFF_MS[delivery.attempts - 1] ?? 60_000);
}

/** Finished deliveries stay listed for a day. */
export function forgetAtMs(nowMs: number): number {
  return nowMs + DAY_MS;
}
