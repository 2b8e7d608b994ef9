import type Stripe from "stripe";
import { ProviderError } from "./port";
import { clientOf, type StripeConfig } from "./stripe";
import { toProviderError } from "./stripe-errors";
import type { IdentityProvider, IdentityState } from "../identity/port";

/**
 * A document and a matching selfie, on Stripe's own page. What stands in the document is never asked for.
 * @param pages the only hosts that a person is sent to
 */
export function createStripeIdentity(
  config: Pick<StripeConfig, "secretKey" | "fetch">,
  pages: readonly string[],
): IdentityProvider {
  return {
    async start({ sessionId, userId, returnUrl }) {
      const made = await clientOf(config)
        .identity.verificationSessions.create(
          {
            type: "document",
            options: { document: { require_matching_selfie: true } },
            metadata: { userId },
            return_url: returnUrl,
          },
          { idempotencyKey: sessionId },
        )
        .catch((error: unknown) => {
          throw toProviderError(error, "Stripe started no identity check");
        });
      if (!made.url)
        throw new ProviderError("stripe", "unavailable", "Stripe started an identity check without a page");
      if (!URL.canParse(made.url) || !pages.includes(new URL(made.url).origin))
        throw new ProviderError("stripe", "rejected", "the page of the identity check is on a host we do not know");
      return { providerSessionId: made.id, url: made.url };
    },
    async read(providerSessionId) {
      const session = await clientOf(config)
        .identity.verificationSessions.retrieve(providerSessionId)
        .catch((error: unknown) => {
          throw toProviderError(error, "Stripe did not show the identity check");
        });
      return { userId: session.metadata.userId ?? null, status: statusOf(session) };
    },
  };
}

/** A session that nobody has begun 'requires input' too, but has no error. */
function statusOf({ status, last_error }: Stripe.Identity.VerificationSession): IdentityState["status"] {
  if (status === "verified") return "verified";
  if (status === "canceled") return "canceled";
  return status === "requires_input" && last_error !== null ? "failed" : "open";
}
