import type Stripe from "stripe";
import type { ProviderRefund, RefundOutcome, RefundRequest } from "./port";
import { asProviderError, idOf } from "./stripe-answers";

/**
 * Refunds a payment, or what is left to refund: Stripe's staff, or we on its dashboard, may have returned a part of it, and Stripe would
 * return the whole amount as well. Stripe forgets an idempotency key after a day, its list of refunds never.
 * @throws ProviderError
 */
export async function refundAtStripe(stripe: Stripe, request: RefundRequest): Promise<RefundOutcome> {
  const { paymentId, providerPaymentId } = request;
  const made = (await listRefunds(stripe, providerPaymentId)).filter(({ status }) => isUnderWay(status));
  const ours = made.find(({ metadata }) => metadata?.paymentId === paymentId);
  if (ours) return { status: refundStatus(ours.status), refundId: ours.id };
  const leftCents = made.reduce((left, { amount }) => left - amount, request.amountCents);
  if (leftCents <= 0) return { status: "refunded", refundId: null };
  const refund = await stripe.refunds
    .create(
      {
        payment_intent: providerPaymentId,
        amount: leftCents,
        reason: "requested_by_customer",
        metadata: { paymentId },
      },
      // Stripe takes no other amount under a key.
      { idempotencyKey: `refund:${paymentId}:${leftCents}` },
    )
    .catch(asProviderError("Stripe made no refund"));
  return { status: refundStatus(refund.status), refundId: refund.id };
}

/** @throws ProviderError */
export const readStripeRefunds = async (stripe: Stripe, paymentIntent: string): Promise<ProviderRefund[]> =>
  (await listRefunds(stripe, paymentIntent)).map(toRefund);

export const toRefund = ({ id, payment_intent: paymentIntent, amount, status }: Stripe.Refund): ProviderRefund => ({
  refundId: id,
  providerPaymentId: idOf(paymentIntent),
  amountCents: amount,
  counts: isUnderWay(status),
});

const MOST = 100;

async function listRefunds(stripe: Stripe, paymentIntent: string): Promise<Stripe.Refund[]> {
  const page = await stripe.refunds
    .list({ payment_intent: paymentIntent, limit: MOST })
    .catch(asProviderError("Stripe did not list the refunds of a payment"));
  return page.data;
}

const isUnderWay = (status: string | null) => refundStatus(status) !== "failed";

function refundStatus(status: string | null): RefundOutcome["status"] {
  if (status === "succeeded") return "refunded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}
