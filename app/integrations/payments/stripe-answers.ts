import Stripe from "stripe";
import { ProviderError, type ProviderEvent } from "./port";

const NOTHING = { concerns: "nothing", sessionId: null, providerPaymentId: null } as const;

/** The subject of a verified Stripe event. It is only a hint: the provider is queried before anything is granted or taken back. */
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
    default:
      return named;
  }
}

/** Stripe returns a related object as its id or, when expanded, as the whole object. */
export function idOf(related: string | { id: string } | null | undefined): string | null {
  if (related === null || related === undefined) return null;
  return typeof related === "string" ? related : related.id;
}

// Stripe understood these and refused; repeating the request gives the same answer. Any other error (network, rate limit,
// server error, bad key) says nothing about the payment. Compares `type`, because class names do not survive minification.
const REFUSALS = new Set(["StripeInvalidRequestError", "StripeCardError", "StripeIdempotencyError"]);

/** Keeps Stripe's type, code and request id for the log. Its message may quote an address or a card and is dropped. */
export function toProviderError(error: unknown, doing: string): ProviderError {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const facts = [error.type, error.code, error.requestId].filter(Boolean).join(", ");
  return new ProviderError("stripe", codeOf(error), `${doing}: ${facts}`);
}

/** For `catch`. */
export const asProviderError = (doing: string) => (error: unknown) => Promise.reject(toProviderError(error, doing));

// Stripe answers 409 to a key whose first request is still running.
const KEY_IN_USE = 409;

function codeOf({ statusCode, type }: { statusCode?: number; type: string }): ProviderError["code"] {
  if (statusCode === KEY_IN_USE) return "in-progress";
  return REFUSALS.has(type) ? "rejected" : "unavailable";
}

export const isInvalidRequest = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.type === "StripeInvalidRequestError";
