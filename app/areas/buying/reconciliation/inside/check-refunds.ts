import { eq } from "drizzle-orm";
import { type Payment, payments } from "~/db/schema/payments";
import { strayReceipts } from "~/db/schema/reconciliation";
import { awayCents, refundedCents } from "~/areas/buying/settlement/settle-reversal";
import { reversePayment } from "~/areas/buying/settlement/reverse-payment";
import type { ProviderName } from "~/integrations/payments/port";
import type { Counts, ReconcileDeps } from "../reconcile-deps";
import { recordDifference } from "../record-difference";

/**
 * Compares the provider's refunds with ours. A refund made by hand at the provider reverses the stake, as its event would
 * have done.
 * @throws ProviderError
 */
export async function checkRefunds(
  deps: ReconcileDeps,
  provider: ProviderName,
  fromMs: number,
  counts: Counts,
): Promise<void> {
  for (const [providerPaymentId, totalCents] of await readTotals(deps, provider, fromMs, counts)) {
    const [payment] = await deps.db.select().from(payments).where(eq(payments.providerPaymentId, providerPaymentId));
    if (payment) await checkRefund(deps, payment, totalCents, counts);
    else await checkStray(deps, provider, providerPaymentId, totalCents);
  }
}

async function readTotals(deps: ReconcileDeps, provider: ProviderName, fromMs: number, counts: Counts) {
  const totals = new Map<string, number>();
  let cursor: string | null = null;
  do {
    const page = await deps.books[provider].listRefunds({ fromMs, cursor });
    for (const { providerPaymentId, amountCents, counts: moved } of page.rows) {
      if (providerPaymentId && moved) totals.set(providerPaymentId, (totals.get(providerPaymentId) ?? 0) + amountCents);
    }
    counts.refundsRead += page.rows.length;
    cursor = page.next;
  } while (cursor !== null);
  return totals;
}

async function checkRefund(deps: ReconcileDeps, payment: Payment, totalCents: number, counts: Counts): Promise<void> {
  const { id: paymentId, provider, providerPaymentId, state } = payment;
  const receivedCents = payment.receivedCents ?? 0;
  const difference = { subject: providerPaymentId ?? paymentId, provider, paymentId };
  const detail = JSON.stringify({ provider: { refundedCents: totalCents }, ours: { state, receivedCents } });
  const inFull = totalCents >= receivedCents;
  // What was sent back during a dispute stays away, however that is decided.
  if ((state === "settled" || (state === "disputed" && inFull)) && providerPaymentId) {
    const eventId = `reconciled:${providerPaymentId}:${totalCents}`;
    const done = await reversePayment(deps, { eventId, providerPaymentId, refundedCents: totalCents });
    counts.repaired += done === "reversed" ? 1 : 0;
    const kept = { ...difference, kind: "refund-not-recorded" as const, detail };
    await recordDifference(deps, kept, done === "reversed" ? "repaired" : "open");
  } else if (state === "refunded") {
    if (totalCents !== receivedCents - payment.keptCents) await compareAway(deps, paymentId);
  } else if (state !== "refunding" && state !== "disputed") {
    await recordDifference(deps, { ...difference, kind: "refund-of-unsettled", detail }, "open");
  }
}

/** What a provider no longer has of a payment, by refunds and disputes together, must be what is booked. @throws ProviderError */
export async function compareAway(deps: ReconcileDeps, paymentId: string): Promise<void> {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId));
  if (!payment?.providerPaymentId || (payment.state !== "refunded" && payment.state !== "disputed")) return;
  const { provider, providerPaymentId, state, receivedCents, keptCents } = payment;
  const refunded = refundedCents(await deps.checkout[provider].readRefunds(providerPaymentId));
  const disputed = awayCents(await deps.checkout[provider].readDisputes(providerPaymentId));
  if (refunded + disputed === (receivedCents ?? 0) - keptCents) return;
  const detail = JSON.stringify({ provider: { refunded, disputed }, ours: { state, receivedCents, keptCents } });
  const difference = {
    kind: "refund-amount-differs",
    subject: providerPaymentId,
    provider,
    paymentId,
    detail,
  } as const;
  await recordDifference(deps, difference, "open");
}

async function checkStray(
  deps: ReconcileDeps,
  provider: ProviderName,
  providerPaymentId: string,
  totalCents: number,
): Promise<void> {
  const [stray] = await deps.db
    .select()
    .from(strayReceipts)
    .where(eq(strayReceipts.providerPaymentId, providerPaymentId));
  // Neither one of our payments nor of our receipts: another product's money.
  if (!stray || stray.receivedCents === totalCents) return;
  const detail = JSON.stringify({
    provider: { refundedCents: totalCents },
    ours: { receivedCents: stray.receivedCents },
  });
  const difference = { subject: providerPaymentId, provider, paymentId: stray.paymentId, detail };
  await recordDifference(deps, { ...difference, kind: "refund-amount-differs" }, "open");
}
