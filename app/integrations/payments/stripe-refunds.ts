import type Stripe from "stripe";
import type { RefundOutcome, RefundRequest } from "./port";
import { isInvalidRequest, isTooMuch, toProviderError } from "./stripe-errors";

const ALREADY: RefundOutcome = { status: "refunded", refundId: null };

/**
 * Refunds a payment, or what is left of it: of money that Stripe's staff, or we on its dashboard, have returned a part of, Stripe refuses
 * to return all.
 * @throws ProviderError
 */
export async function refundAtStripe(stripe: Stripe, request: RefundRequest): Promise<RefundOutcome> {
  try {
    return await refund(stripe, request, `refund:${request.paymentId}`);
  } catch (error) {
    // Stripe forgets an idempotency key after a day; asked again later, it says that the charge is already refunded.
    if (isInvalidRequest(error, "charge_already_refunded")) return ALREADY;
    const leftCents = isTooMuch(error)
      ? (await readLeft(stripe, request)) - (request.keptCents ?? 0)
      : request.amountCents;
    if (leftCents <= 0) return ALREADY;
    if (leftCents === request.amountCents) throw toProviderError(error, "Stripe made no refund");
    return refundLeft(stripe, { ...request, amountCents: leftCents });
  }
}

/** Stripe repeats its refusal under the first key, and takes no other amount under it. */
async function refundLeft(stripe: Stripe, left: RefundRequest): Promise<RefundOutcome> {
  return refund(stripe, left, `refund:${left.paymentId}:${left.amountCents}`).catch((error: unknown) => {
    throw toProviderError(error, "Stripe made no refund of what is left");
  });
}

async function refund(stripe: Stripe, request: RefundRequest, idempotencyKey: string): Promise<RefundOutcome> {
  const made = await stripe.refunds.create(
    {
      payment_intent: request.providerPaymentId,
      amount: request.amountCents,
      reason: "requested_by_customer",
      metadata: { paymentId: request.paymentId },
    },
    { idempotencyKey },
  );
  return { status: refundStatus(made.status), refundId: made.id };
}

const MOST = 100;

/** In cents, of what was asked for. */
async function readLeft(stripe: Stripe, { providerPaymentId, amountCents }: RefundRequest): Promise<number> {
  const { data } = await stripe.refunds
    .list({ payment_intent: providerPaymentId, limit: MOST })
    .catch((error: unknown) => {
      throw toProviderError(error, "Stripe did not list the refunds of a payment");
    });
  const returned = data.filter(({ status }) => refundStatus(status) !== "failed");
  return returned.reduce((left, { amount }) => left - amount, amountCents);
}

function refundStatus(status: string | null): RefundOutcome["status"] {
  if (status === "succeeded") return "refunded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}
