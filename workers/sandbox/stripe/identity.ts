// Identity checks: begun, then verified, failed or canceled; a failed one may be tried again. Nobody photographs anything here.
import type Stripe from "stripe";
import type { Deps } from "../deps";
import { randomToken } from "../random";
import { invalidRequest, noSuch } from "./errors";
import { sendEvent } from "./events";
import type { FormNode } from "./form";
import { boolean, checkFields, type Fields, fields, oneOf, unsimulated } from "./shapes";

type Session = Stripe.Identity.VerificationSession;

declare module "../store/store" {
  interface Documents {
    "stripe.identity": Stored;
  }
}

type Stored = { session: Session; returnUrl: string | null };

const FIELDS: Fields = {
  client_reference_id: { is: "text", maxLength: 200 },
  metadata: { is: "metadata" },
  options: fields({ document: fields({ require_matching_selfie: boolean, require_live_capture: boolean }) }),
  provided_details: unsimulated,
  related_customer: unsimulated,
  return_url: { is: "url" },
  type: oneOf("document", "id_number"),
  verification_flow: unsimulated,
};

export const OUTCOMES = ["verified", "failed", "canceled"] as const;
export type IdentityOutcome = (typeof OUTCOMES)[number];

/** @throws StripeProblem */
export function createIdentity(deps: Deps, form: Map<string, FormNode>): Session {
  const asked = checkFields(form, FIELDS, ["type"]) as unknown as Stripe.Identity.VerificationSessionCreateParams;
  if (asked.type !== "document") throw invalidRequest("The sandbox checks documents only.", { param: "type" });
  const id = `vs_1${randomToken(deps.randomBytes, 23)}`;
  const session: Session = {
    id,
    object: "identity.verification_session",
    client_reference_id: asked.client_reference_id ?? null,
    client_secret: `${id}_secret_${randomToken(deps.randomBytes, 20)}`,
    created: Math.floor(deps.nowMs() / 1000),
    last_error: null,
    last_verification_report: null,
    livemode: false,
    metadata: (asked.metadata ?? {}) as Stripe.Metadata,
    options: { document: asked.options?.document || {} },
    redaction: null,
    related_customer: null,
    related_customer_account: null,
    status: "requires_input",
    type: "document",
    url: `${deps.config.SANDBOX_ORIGIN}/sandbox/identity/${id}`,
  };
  deps.store.put("stripe.identity", id, { session, returnUrl: asked.return_url ?? null });
  return session;
}

export const findIdentity = (deps: Pick<Deps, "store">, id: string) => deps.store.get("stripe.identity", id);

/** @throws StripeProblem */
export function readIdentity(deps: Pick<Deps, "store">, id: string): Session {
  const stored = findIdentity(deps, id);
  if (!stored) throw noSuch("identity.verification_session", id, "session");
  return stored.session;
}

/** What the person did on the page. Of one that has ended nothing changes. */
export function decideIdentity(deps: Deps, id: string, outcome: IdentityOutcome): void {
  const stored = findIdentity(deps, id);
  if (stored?.session.status !== "requires_input") return;
  const ended = { ...stored.session, client_secret: null, url: null };
  const session: Session =
    outcome === "failed"
      ? {
          ...stored.session,
          last_error: { code: "document_unverified_other", reason: "The document could not be verified." },
        }
      : { ...ended, status: outcome, last_error: null };
  deps.store.put("stripe.identity", id, { ...stored, session });
  const told = outcome === "failed" ? "requires_input" : outcome;
  sendEvent(deps, `identity.verification_session.${told}`, session);
}
