import { eq } from "drizzle-orm";
import { payments } from "~/db/schema/payments";
import type { Deps } from "~/core/deps";
import { settleDispute } from "./inside/settle-reversal";
import { settlePayment } from "./settle-payment";

/**
 * An operator wants to know how a payment stands at its provider: [PAYMENT, MINUTE]. The answer is acted on as an event would be: what
 * was paid is settled, what has expired ends, and a dispute takes back or gives again. @throws ProviderError
 */
export async function rereadPayment(
  deps: Pick<Deps, "db" | "checkout" | "nowMs" | "newId" | "newCode" | "log">,
  subjectId: string,
): Promise<string> {
  const [paymentId = ""] = subjectId.split(":");
  const { state } = await settlePayment(deps, { paymentId });
  if (state !== "done") return state;
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId));
  if (!payment?.providerPaymentId || payment.state === "refunding") return state;
  return settleDispute(deps, {
    providerPaymentId: payment.providerPaymentId,
    eventId: `reread:${subjectId}`,
  });
}
