import { eq } from "drizzle-orm";
import { providerEvents } from "~/db/schema/payments";
import { reversePayment } from "~/features/settlement/reverse-payment";
import { settlePayment } from "~/features/settlement/settle-payment";

/** Acts on a recorded event. The event is only a hint: what counts is what the provider answers when asked. @throws ProviderError */
export async function handleEvent(deps: Parameters<typeof settlePayment>[0], eventId: string): Promise<string> {
  const [event] = await deps.db.select().from(providerEvents).where(eq(providerEvents.id, eventId));
  if (!event) return "unknown-event";
  const { sessionId, provider, providerPaymentId } = event;
  if (event.concerns === "session" && sessionId) return (await settlePayment(deps, { sessionId, provider })).state;
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
