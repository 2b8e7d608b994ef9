import { eq, sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { recordDeadLetter } from "~/core/ledger/dead-letter";
import { enqueue } from "~/core/outbox/enqueue";
import { outboxId } from "~/core/outbox/kinds";
import { runWork, writes } from "~/db/work";
import { providerEvents } from "~/db/schema/payments";
import type { ProviderEvent, ProviderName } from "~/integrations/payments/port";
import { settlePayment } from "./settlement/settle-payment";
import { settleDispute, settleRefunds } from "./settlement/settle-reversal";

/**
 * Records a verified provider event once; with its row of the outbox. The settlement Worker acts on it, so the provider
 * gets its answer at once.
 * @returns the outbox row to nudge, or null if the event does not concern us
 */
export async function recordEvent(deps: Deps, provider: ProviderName, event: ProviderEvent): Promise<string | null> {
  const id = `${provider}:${event.id}`;
  const nowMs = deps.nowMs();
  const insert = deps.db.run(sql`INSERT INTO provider_events
      (id, provider, type, concerns, session_id, provider_payment_id, received_at_ms)
    VALUES (${id}, ${provider}, ${event.type}, ${event.concerns}, ${event.sessionId}, ${event.providerPaymentId}, ${nowMs}) ON CONFLICT (id) DO NOTHING`);
  // Before the event is there: one that comes once more is not acted on again.
  const act = enqueue(deps.db, "handle-event", {
    subject: id,
    nowMs,
    of: sql`WHERE NOT EXISTS (SELECT 1 FROM provider_events WHERE id = ${id})`,
  });
  await runWork(deps.db, event.concerns === "nothing" ? writes(insert) : writes(act, insert));
  deps.log("provider-event", { eventId: id, provider, outcome: event.type });
  return event.concerns === "nothing" ? null : outboxId("handle-event", id);
}

/**
 * Acts on a recorded event. The event is only a hint; what the provider answers when asked decides. Events come in any order
 * and answers may be older than the event, so an event that does not fit yet is handled again later, and once more when the payment is
 * settled (EVENT:settled).
 * @throws ProviderError
 */
export async function handleEvent(deps: Deps, subjectId: string): Promise<string | { againAtMs: number }> {
  const eventId = subjectId.replace(/:settled$/, "");
  const [event] = await deps.db.select().from(providerEvents).where(eq(providerEvents.id, eventId));
  if (!event) return "unknown-event";
  const { sessionId, provider, providerPaymentId } = event;
  if (event.concerns === "session" && sessionId) {
    const outcome = await settlePayment(deps, { sessionId, provider });
    // No event says that a session is still open, so an answer that says so is out of date.
    return ("sessionOpen" in outcome && outcome.sessionOpen && againAt(event, deps.nowMs())) || outcome.state;
  }
  if (!providerPaymentId) return "nothing-to-do";
  if (event.type === "refund.failed") {
    const refunds = await deps.checkout[provider].readRefunds(providerPaymentId);
    return refunds.some(({ counts }) => !counts)
      ? recordForOperator(deps, eventId, providerPaymentId)
      : "nothing-to-do";
  }
  if (event.concerns === "dispute") {
    const outcome = await settleDispute(deps, { eventId, providerPaymentId });
    const early = outcome === "unknown-payment" || outcome === "unknown-dispute";
    return (early && againAt(event, deps.nowMs())) || outcome;
  }
  if (event.concerns === "refund") {
    const outcome = await settleRefunds(deps, { eventId, providerPaymentId });
    // A refund can arrive before its payment is settled; whatever that payment then buys must be reversed all the same.
    return (outcome === "unknown-payment" && againAt(event, deps.nowMs())) || outcome;
  }
  return "nothing-to-do";
}

const SOONEST_MS = 60_000;
const LATEST_MS = 43_200_000;
/** While a provider cannot be reached nothing is settled, and what was told of it before must still be known afterwards. */
const LOOKED_AT_FOR_MS = 4 * 86_400_000;

/** When to look again, waiting twice as long each time, half a day at most; null once four days have passed without a result. */
function againAt({ receivedAtMs }: { receivedAtMs: number }, nowMs: number): { againAtMs: number } | null {
  const ageMs = nowMs - receivedAtMs;
  return ageMs < LOOKED_AT_FOR_MS ? { againAtMs: nowMs + Math.min(LATEST_MS, Math.max(SOONEST_MS, ageMs)) } : null;
}

async function recordForOperator(deps: Deps, eventId: string, providerPaymentId: string): Promise<string> {
  await recordDeadLetter(deps.db, {
    id: `refund-failed:${eventId}`,
    origin: "refund",
    body: { eventId, providerPaymentId },
    error: "refund-failed",
    nowMs: deps.nowMs(),
  });
  return "needs-operator";
}
