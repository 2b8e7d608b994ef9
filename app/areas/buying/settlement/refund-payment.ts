import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { type Payment, payments } from "~/db/schema/payments";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { house } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { recordDeadLetter } from "~/core/ledger/dead-letter";
import { transfer } from "~/core/ledger/transfer";
import { disputeStanding } from "./settle-reversal";
import { ProviderError, type ProviderName, type RefundOutcome, type RefundRequest } from "~/integrations/payments/port";

// Refunds money that could not be applied. The provider keys refunds by payment, so a crash between its answer and our row is
// repaired by asking again.

export type RefundResult = "refunded" | "needs-operator" | "nothing-due";

/** @throws ProviderError if the provider cannot be reached, or refuses for now */
export async function refundPayment(deps: Deps, paymentId: string): Promise<RefundResult> {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId));
  if (payment?.state !== "refunding") return "nothing-due";
  const { providerPaymentId, receivedCents } = payment;
  // Without the provider's payment id or a whole number of cents there is nothing to refund by: an operator must look at it.
  if (!providerPaymentId || !receivedCents) return askOperator(deps, paymentId, "no-provider-payment");
  const outcome = await refundUnlessLost(deps, payment.provider, {
    paymentId,
    providerPaymentId,
    amountCents: receivedCents,
  });
  if (outcome.status === "manual") return askOperator(deps, paymentId, "provider-has-no-refund-call");
  // With the same key the provider would only repeat its answer: the money must go another way.
  if (outcome.status === "failed") return askOperator(deps, paymentId, "refund-failed");
  await runWork(deps.db, writes(...refunded(deps.db, payment, deps.nowMs())));
  deps.log("payment-refunded", { paymentId, provider: payment.provider });
  return "refunded";
}

function refunded(db: Database, payment: Payment, nowMs: number) {
  const refersTo = `payment:${payment.id}` as const;
  return [
    db.run(
      sql`UPDATE payments SET state = 'refunded', updated_at_ms = ${nowMs} WHERE id = ${payment.id} AND state = 'refunding'`,
    ),
    transfer(
      db,
      {
        refersTo,
        name: "refund",
        debit: house.unsettled,
        credit: house.provider(payment.provider),
        amount: sql<number>`received_cents`,
        reason: "refund",
        nowMs,
      },
      { from: payments, where: sql`id = ${payment.id} AND state = 'refunded'` },
    ),
    // An earlier try may have left it to a person, who must not send the money a second time.
    db.run(sql`UPDATE dead_letters SET resolved_at_ms = ${nowMs} WHERE id = ${`refund:${payment.id}`} AND resolved_at_ms IS NULL
      AND EXISTS (SELECT 1 FROM payments WHERE payments.id = ${payment.id} AND payments.state = 'refunded')`),
    recordAudit(db, {
      id: `refund:${payment.id}`,
      actor: "system",
      action: "payment-refunded",
      subject: refersTo,
      detail: payment.reason,
      nowMs,
    }),
  ];
}

async function askOperator(deps: Deps, paymentId: string, why: string): Promise<RefundResult> {
  await recordDeadLetter(deps.db, {
    id: `refund:${paymentId}`,
    origin: "refund",
    body: { paymentId },
    error: why,
    nowMs: deps.nowMs(),
  });
  deps.log("refund-needs-operator", { paymentId, code: why });
  return "needs-operator";
}

/**
 * After a lost dispute the money is back already: there is nothing to refund, and the provider refuses to.
 * @throws ProviderError
 */
async function refundUnlessLost(
  { checkout }: Deps,
  provider: ProviderName,
  request: RefundRequest,
): Promise<RefundOutcome> {
  try {
    return await checkout[provider].refund(request);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== "rejected") throw error;
    const disputes = await checkout[provider].readDisputes(request.providerPaymentId);
    if (disputeStanding(disputes) !== "lost") throw error;
    return { status: "refunded", refundId: null };
  }
}
