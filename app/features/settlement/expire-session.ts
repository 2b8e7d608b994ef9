import { eq } from "drizzle-orm";
import { payments } from "~/db/schema/payments";
import { closePayment } from "./close-payment";
import { settlePayment, type SettleOutcome } from "./settle-payment";

/**
 * The buyer left the checkout, or its hold has ended: the provider closes its session, and says so if it was paid after
 * all. Where the provider has no such call, the stake is freed and a payment that still comes is treated as late.
 * @throws ProviderError
 */
export async function expireSession(
  deps: Parameters<typeof settlePayment>[0],
  paymentId: string,
): Promise<SettleOutcome> {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId));
  if (!payment) return { state: "unknown-payment" };
  if (payment.providerSessionId) {
    const now = await deps.checkout[payment.provider].expireSession(payment.providerSessionId);
    if (now === "complete") return settlePayment(deps, { paymentId });
  }
  return { state: await closePayment(deps, paymentId, "cancelled") };
}
