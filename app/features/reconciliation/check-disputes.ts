import { eq } from "drizzle-orm";
import { payments } from "~/db/schema/payments";
import { reversePayment } from "~/features/settlement/reverse-payment";
import type { ProviderName } from "~/integrations/payments/port";
import type { Counts, ReconcileDeps } from "./reconcile-deps";
import { recordDifference } from "./record-difference";

/**
 * Compares the provider's disputes with payments that still count here, and freezes what was bought, as the missed event
 * would have done.
 * @throws ProviderError
 */
export async function checkDisputes(
  deps: ReconcileDeps,
  provider: ProviderName,
  fromMs: number,
  counts: Counts,
): Promise<void> {
  let cursor: string | null = null;
  do {
    const page = await deps.books[provider].listDisputes({ fromMs, cursor });
    for (const { disputeId, providerPaymentId, stands } of page.rows) {
      if (!stands || !providerPaymentId) continue;
      const [payment] = await deps.db.select().from(payments).where(eq(payments.providerPaymentId, providerPaymentId));
      if (payment?.state !== "settled") continue;
      const eventId = `reconciled:${disputeId}`;
      await reversePayment(deps, { eventId, providerPaymentId, because: "disputed", inFull: true });
      counts.repaired += 1;
      const difference = { kind: "dispute-not-recorded" as const, subject: disputeId, provider, paymentId: payment.id };
      await recordDifference(deps, difference, "repaired");
    }
    cursor = page.next;
  } while (cursor !== null);
}
