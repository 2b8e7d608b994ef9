import { sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { outboxId } from "~/core/outbox/kinds";
import type { ProviderEvent, ProviderName } from "~/integrations/payments/port";

/**
 * Records a verified provider event once; a trigger adds its outbox row. The settlement Worker acts on it, so the provider
 * gets its answer at once.
 * @returns the outbox row to nudge, or null if the event does not concern us
 */
export async function recordEvent(
  deps: Pick<Deps, "db" | "nowMs" | "log">,
  provider: ProviderName,
  event: ProviderEvent,
): Promise<string | null> {
  const id = `${provider}:${event.id}`;
  await deps.db.run(sql`INSERT INTO provider_events
      (id, provider, type, concerns, session_id, provider_payment_id, received_at_ms)
    VALUES (${id}, ${provider}, ${event.type}, ${event.concerns}, ${event.sessionId}, ${event.providerPaymentId}, ${deps.nowMs()}) ON CONFLICT (id) DO NOTHING`);
  deps.log("provider-event", { eventId: id, provider, outcome: event.type });
  return event.concerns === "nothing" ? null : outboxId("handle-event", id);
}
