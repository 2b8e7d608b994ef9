import type { Payment } from "~/features/buying/started-payment";
import type { SessionState } from "~/integrations/payments/port";

// One provider session against the payment it names. Pure: what is done about a difference is decided elsewhere.

export type SessionDifference =
  /** Paid at the provider, not applied here: no event came, or it came to nothing. */
  | "paid-not-settled"
  /** Two sessions of one payment are paid; this one is not the one that counts. */
  | "paid-twice"
  /** Paid, and names a payment of ours that we do not have. */
  | "paid-for-unknown-payment"
  /** Applied here, and not paid at the provider. */
  | "settled-not-paid"
  | "amount-differs"
  /** Over at the provider, still open here. */
  | "over-but-open"
  /** Over here, still payable there. */
  | "ended-but-payable";

const OURS = /^pay_/;
const ENDED = new Set<Payment["state"]>(["expired", "cancelled", "failed"]);
const APPLIED = new Set<Payment["state"]>(["settled", "refunding", "refunded", "disputed"]);

/** @param payment the one the session names; null when we have none of that id */
export function compareSession(session: SessionState, payment: Payment | null): SessionDifference | null {
  // Other products may share the provider's account: what does not name one of our payments is not ours to judge.
  if (!payment) return session.paid && OURS.test(session.paymentId ?? "") ? "paid-for-unknown-payment" : null;
  if (session.paid) return comparePaid(session, payment);
  const another = payment.providerSessionId !== null && payment.providerSessionId !== session.sessionId;
  if (another) return session.status === "open" ? "ended-but-payable" : null;
  if (APPLIED.has(payment.state)) return "settled-not-paid";
  if (session.status === "expired" && payment.state === "open") return "over-but-open";
  return session.status === "open" && ENDED.has(payment.state) ? "ended-but-payable" : null;
}

function comparePaid(session: SessionState, payment: Payment): SessionDifference | null {
  if (!APPLIED.has(payment.state)) return "paid-not-settled";
  // What was applied is known by the provider's id of the money, whichever session it came through.
  if (session.providerPaymentId !== payment.providerPaymentId) return "paid-twice";
  return session.amountCents === payment.receivedCents ? null : "amount-differs";
}
