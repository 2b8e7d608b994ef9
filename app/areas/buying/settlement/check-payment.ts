import { eq } from "drizzle-orm";
import { payments } from "~/db/schema/payments";
import { closePayment } from "./inside/close-payment";
import { settlePayment } from "./settle-payment";

const SOON_MS = 120_000;
const SLOW_MS = 300_000;

/**
 * Reads an open payment's session again until the payment is decided, whether or not a webhook ever comes. After the hold has
 * ended it looks once more and closes the payment; money that arrives even later is found by its event.
 * @throws ProviderError
 */
export async function checkPayment(
  deps: Parameters<typeof settlePayment>[0],
  paymentId: string,
): Promise<string | { againAtMs: number }> {
  const { state } = await settlePayment(deps, { paymentId });
  if (state !== "open") return state;
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId));
  const nowMs = deps.nowMs();
  if (!payment || nowMs > payment.expiresAtMs) return closePayment(deps, paymentId, "expired");
  const ageMs = nowMs - payment.createdAtMs;
  return { againAtMs: Math.min(nowMs + (ageMs < SLOW_MS ? SOON_MS : SLOW_MS), payment.expiresAtMs + 1) };
}
