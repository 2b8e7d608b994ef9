import { eq } from "drizzle-orm";
import { payments } from "~/db/schema/payments";
import { closePayment } from "./inside/close-payment";
import { settlePayment, type SettleOutcome } from "./settle-payment";

/**
 * Runs when the buyer has left the checkout or the hold has ended. The provider closes its session, or says that it was paid
 * after all. If the provider cannot close sessions, the stake is freed, and a payment that still comes counts as late.
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
    if (now === "unsupported") return lookOnceMore(deps, paymentId);
  }
  return { state: await closePayment(deps, paymentId, "cancelled") };
}

/** What has arrived by now is applied, or owed to the buyer. A provider that does not answer must not keep the stake from others. */
async function lookOnceMore(deps: Parameters<typeof settlePayment>[0], paymentId: string): Promise<SettleOutcome> {
  try {
    const seen = await settlePayment(deps, { paymentId }, { givenUp: true });
    if (seen.state !== "open") return seen;
  } catch (error) {
    await closePayment(deps, paymentId, "cancelled");
    throw error;
  }
  return { state: await closePayment(deps, paymentId, "cancelled") };
}
