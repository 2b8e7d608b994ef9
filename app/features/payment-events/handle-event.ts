import { eq, sql } from "drizzle-orm";
import { providerEvents } from "~/db/schema/payments";
import type { Deps } from "~/features/deps";
import { reversePayment } from "~/features/settlement/reverse-payment";
import { settlePayment } from "~/features/settlement/settle-payment";

/** Acts on a recorded event. The event is only a hint: what counts is what the provider answers when asked. @throws ProviderError */
export async function handleEvent(deps: Parameters<typeof settlePayment>[0], eventId: string): Promise<string> {
  const [event] = await deps.db.select().from(providerEvents).where(eq(providerEvents.id, eventId));
  if (!event) return "unknown-event";
  const { sessionId, provider, providerPaymentId } = event;
  if (event.concerns === "session" && sessionId) return (await settlePayment(deps, { sessionId, provider })).state;
  if (event.type === "refund.failed") return keepForOperator(deps, event.id, providerPaymentId);
  if ((event.concerns === "refund" || event.concerns === "dispute") && providerPaymentId) {
    const disputed = event.concerns === "dispute";
    return reversePayment(deps, {
      eventId,
      providerPaymentId,
      because: disputed ? "disputed" : "returned",
      inFull: disputed || event.refundedInFull === 1,
    });
  }
  return "nothing-to-do";
}

/** Money we had sent back has returned to us: whom to pay how is a person's decision. */
async function keepForOperator(
  deps: Pick<Deps, "db" | "nowMs">,
  eventId: string,
  providerPaymentId: string | null,
): Promise<string> {
  await deps.db.run(sql`INSERT INTO dead_letters (id, origin, body, error, created_at_ms)
    VALUES (${`refund-failed:${eventId}`}, 'refund', ${JSON.stringify({ eventId, providerPaymentId })}, 'refund-failed', ${deps.nowMs()})
    ON CONFLICT (id) DO NOTHING`);
  return "needs-operator";
}
