import type Stripe from "stripe";
import { ProviderError } from "./port";
import { clientOf, type StripeConfig } from "./stripe";
import { toProviderError } from "./stripe-answers";
import type { IdentityProvider, IdentityState } from "../identity/port";

const FOUND = ["verified_outputs", "last_verification_report", "last_verification_report.document.number"];

/**
 * A document and a matching selfie, on Stripe's own page.
 * @param config `readingKey`: Stripe shows the number of a document to a restricted key only
 * @param pages the only hosts that a person is sent to
 */
export function createStripeIdentity(
  config: Pick<StripeConfig, "secretKey" | "fetch"> & { readingKey: string },
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
      const session = await clientOf({ ...config, secretKey: config.readingKey })
        .identity.verificationSessions.retrieve(providerSessionId, { expand: FOUND })
        .catch((error: unknown) => {
          throw toProviderError(error, "Stripe did not show the identity check");
        });
      const status = statusOf(session);
      const found = status === "verified" ? foundIn(session) : { name: null, document: null };
      return { userId: session.metadata.userId ?? null, status, ...found };
    },
  };
}

/** A session that no one has begun 'requires input' too, but has no error. */
function statusOf({ status, last_error }: Stripe.Identity.VerificationSession): IdentityState["status"] {
  if (status === "verified") return "verified";
  if (status === "canceled") return "canceled";
  return status === "requires_input" && last_error !== null ? "failed" : "open";
}

function foundIn({ verified_outputs: outputs, last_verification_report: report }: Stripe.Identity.VerificationSession) {
  const name = [outputs?.first_name, outputs?.last_name].filter(Boolean).join(" ");
  const shown = typeof report === "object" ? report?.document : null;
  const document = shown?.number ? [shown.issuing_country, shown.type, shown.number].join("|") : null;
  return { name: name || null, document };
}
