import { eq, sql } from "drizzle-orm";
import { payments } from "~/db/schema/payments";
import type { Deps } from "~/features/deps";

// Gives back money that could not be applied. Keyed at the provider by payment, so a crash between the provider's answer
// and our row is healed by asking again.

export type RefundResult = "refunded" | "needs-operator" | "nothing-due";

type Needs = Pick<Deps, "db" | "checkout" | "nowMs" | "log">;

/** @throws ProviderError when the provider cannot be asked, Error when it reports that the refund failed. */
export async function refundPayment(deps: Needs, paymentId: string): Promise<RefundResult> {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId));
  if (payment?.state !== "refunding") return "nothing-due";
  const { providerPaymentId, receivedCents } = payment;
  // Without the provider's own id or a whole number of cents there is nothing a call could name: a person must look.
  if (!providerPaymentId || !receivedCents) return askOperator(deps, paymentId, "no-provider-payment");
  const outcome = await deps.checkout[payment.provider].refund({
    paymentId,
    providerPaymentId,
    amountCents: receivedCents,
  });
  if (outcome.status === "manual") return askOperator(deps, paymentId, "provider-has-no-refund-call");
  if (outcome.status === "failed") throw new Error("refund failed at the provider");
  const nowMs = deps.nowMs();
  await deps.db.batch([
    deps.db.run(
      sql`UPDATE payments SET state = 'refunded', updated_at_ms = ${nowMs} WHERE id = ${paymentId} AND state = 'refunding'`,
    ),
    deps.db
      .run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      SELECT ${`payment:${paymentId}:refund`}, 'house:unsettled', ${`house:${payment.provider}`}, received_cents, 'USD', 'refund', ${`payment:${paymentId}`}, ${nowMs}
      FROM payments WHERE id = ${paymentId} AND state = 'refunded' ON CONFLICT (id) DO NOTHING`),
    deps.db.run(sql`INSERT INTO audit_log (id, actor, action, subject, detail, created_at_ms)
      VALUES (${`refund:${paymentId}`}, 'system', 'payment-refunded', ${`payment:${paymentId}`}, ${payment.reason}, ${nowMs}) ON CONFLICT (id) DO NOTHING`),
  ]);
  deps.log("payment-refunded", { paymentId, provider: payment.provider });
  return "refunded";
}

async function askOperator(deps: Needs, paymentId: string, why: string): Promise<RefundResult> {
  await deps.db.run(sql`INSERT INTO dead_letters (id, origin, body, error, created_at_ms)
    VALUES (${`refund:${paymentId}`}, 'refund', ${JSON.stringify({ paymentId })}, ${why}, ${deps.nowMs()}) ON CONFLICT (id) DO NOTHING`);
  deps.log("refund-needs-operator", { paymentId, code: why });
  return "needs-operator";
}
