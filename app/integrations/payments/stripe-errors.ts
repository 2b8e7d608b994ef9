import Stripe from "stripe";
import { ProviderError } from "./port";

// Stripe understood these and refused; repeating the request gives the same answer. Any other error (network, rate limit,
// server error, bad key) says nothing about the payment. Compares `type`, because class names do not survive minification.
const REFUSALS = new Set(["StripeInvalidRequestError", "StripeCardError", "StripeIdempotencyError"]);

/** Keeps Stripe's type, code and request id for the log. Its message may quote an address or a card and is dropped. */
export function toProviderError(error: unknown, doing: string): ProviderError {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const facts = [error.type, error.code, error.requestId].filter(Boolean).join(", ");
  return new ProviderError("stripe", codeOf(error), `${doing}: ${facts}`);
}

// Stripe answers 409 to a key whose first request is still running.
const KEY_IN_USE = 409;

function codeOf({ statusCode, type }: { statusCode?: number; type: string }): ProviderError["code"] {
  if (statusCode === KEY_IN_USE) return "in-progress";
  return REFUSALS.has(type) ? "rejected" : "unavailable";
}

export const isInvalidRequest = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.type === "StripeInvalidRequestError";
