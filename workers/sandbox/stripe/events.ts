import type { Deps } from "../deps";
import { randomToken } from "../random";
import { scheduleEvent } from "../webhooks/deliveries";
import { STRIPE_VERSION } from "./version";

type EventType =
  | "checkout.session.completed"
  | "checkout.session.expired"
  | "charge.refunded"
  | `charge.dispute.${"created" | "updated" | "closed"}`;

/** Schedules Stripe's event about `object` for delivery to the app's webhook. */
export function sendEvent(
  deps: Pick<Deps, "store" | "nowMs" | "randomBytes">,
  type: EventType,
  object: object,
  previous?: Record<string, unknown>,
): void {
  const eventId = `evt_1${randomToken(deps.randomBytes, 23)}`;
  const body = JSON.stringify({
    id: eventId,
    object: "event",
    api_version: STRIPE_VERSION,
    created: Math.floor(deps.nowMs() / 1000),
    data: previous ? { object, previous_attributes: previous } : { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });
  scheduleEvent(deps, { sender: "stripe", eventId, type, body });
}
