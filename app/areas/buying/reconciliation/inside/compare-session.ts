import type { Payment } from "~/db/schema/payments";
import type { SessionState } from "~/integrations/payments/port";

// Compares one provider session with the payment it names. Pure: what to do about a difference is decided elsewhere.

export type SessionDifference =
  /** Paid at the provider but not applied here: no event came, or it had no effect. */
  | "paid-not-settled"
  /** Two sessions of one payment are paid; this is not the one that counts. */
  | "paid-twice"
  /** Paid, and names a payment of ours that does not exist. */
  | "paid-for-unknown-payment"
  /** Applied here but not paid at the provider. */
  | "settled-not-paid"
  | "amount-differs"
  /** Over at the provider, still open here. */
  | "over-but-open"
  /** Over here, still payable at the provider. */
  | "ended-but-payable";

const OURS = /^pay_/;
const ENDED = new Set<Payment["state"]>(["expired", "cancelled", "failed"]);
const APPLIED = new Set<Payment["state"]>(["settled", "refunding", "refunded", "disputed"]);

/** @param payment the payment that the session names; null if we have none with that id */
export function compareSession(session: SessionState, payment: Payment | null): SessionDifference | null {
  // Other products may share the provider's account: a session that names none of our payments does not concern us.
  if (!payment) return session.paid && OURS.test(session.paymentId ?? "") ? "paid-for-unknown-payment" : null;
  if (payment.reason === "underpaid") return compareShort(session, payment);
  if (session.paid) return comparePaid(session, payment);
  const another = payment.providerSessionId !== null && payment.providerSessionId !== session.sessionId;
  if (another) return session.status === "open" ? "ended-but-payable" : null;
  if (APPLIED.has(payment.state)) return "settled-not-paid";
  if (session.arrivedCents && ENDED.has(payment.state)) return "paid-not-settled";
  if (session.status === "expired" && payment.state === "open") return "over-but-open";
  return session.status === "open" && ENDED.has(payment.state) ? "ended-but-payable" : null;
}

function comparePaid(session: SessionState, payment: Payment): SessionDifference | null {
  if (!APPLIED.has(payment.state)) return "paid-not-settled";
  // Applied money is identified by the provider's payment id, whichever session it came through.
  if (session.providerPaymentId !== payment.providerPaymentId) return "paid-twice";
  return session.amountCents === payment.receivedCents ? null : "amount-differs";
}

/** Too little had arrived. What has arrived since is settled while it is owed; after it was sent back it is money of its own. */
function compareShort(session: SessionState, payment: Payment): SessionDifference | null {
  if (session.sessionId !== payment.providerSessionId) return session.paid ? "paid-twice" : null;
  const arrived = session.paid ? session.amountCents : session.arrivedCents;
  if ((arrived ?? 0) <= (payment.receivedCents ?? 0)) return null;
  return payment.state === "refunded" ? "paid-twice" : "paid-not-settled";
}
