import Stripe from "stripe";
import { ProviderError } from "./port";

// Stripe understood these and refused: the same request will be refused again. All else (network, rate limit, a server
// error, a wrong or missing key) says nothing about the payment. Class names do not survive minification; `type` does.
const REFUSALS = new Set(["StripeInvalidRequestError", "StripeCardError", "StripeIdempotencyError"]);

/** Keeps Stripe's type, code and request id for the log; its message may quote an address or a card and is dropped. */
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

export function isInvalidRequest(error: unknown, code?: string): boolean {
  if (!(error instanceof Stripe.errors.StripeError) || error.type !== "StripeInvalidRequestError") return false;
  return code === undefined || error.code === code;
}
