import type Stripe from "stripe";
import type { ProviderEvent } from "./port";

const NOTHING = {
  concerns: "nothing",
  sessionId: null,
  providerPaymentId: null,
} as const;

/** What a verified Stripe event concerns. It is only a hint: the provider is queried before anything is granted or taken back. */
export function toProviderEvent(event: Stripe.Event): ProviderEvent {
  const named = { ...NOTHING, id: event.id, type: event.type };
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired": {
      const session = event.data.object;
      return { ...named, concerns: "session", sessionId: session.id, providerPaymentId: idOf(session.payment_intent) };
    }
    case "charge.refunded":
    case "refund.updated":
    case "refund.failed":
      return { ...named, concerns: "refund", providerPaymentId: idOf(event.data.object.payment_intent) };
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return { ...named, concerns: "dispute", providerPaymentId: idOf(event.data.object.payment_intent) };
    case "identity.verification_session.verified":
    case "identity.verification_session.requires_input":
    case "identity.verification_session.canceled":
      return { ...named, concerns: "identity", sessionId: event.data.object.id };
    default:
      return named;
  }
}

/** Stripe returns a related object as its id or, when expanded, as the whole object. */
export function idOf(related: string | { id: string } | null | undefined): string | null {
  if (related === null || related === undefined) return null;
  return typeof related === "string" ? related : related.id;
}
