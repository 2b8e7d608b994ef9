// Identity checks: begun, then verified, failed or canceled; a failed one may be tried again. No one photographs
// anything here.
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

/** What stands in the document, as far as it was typed. */
export type Shown = { first_name?: string; last_name?: string; number?: string };
type Stored = { session: Session; returnUrl: string | null; shown?: Shown };

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

const NUMBER = "last_verification_report.document.number";

/**
 * What was found is there only if it is asked for, and the number of a document for a restricted key only.
 * @throws StripeProblem
 */
export function readIdentity(
  deps: Pick<Deps, "store">,
  id: string,
  { expand, isRestricted }: { expand: readonly string[]; isRestricted: boolean },
): object {
  const stored = findIdentity(deps, id);
  if (!stored) throw noSuch("identity.verification_session", id, "session");
  const { session, shown = {} } = stored;
  if (expand.includes(NUMBER) && !isRestricted)
    throw invalidRequest(`Expanding ${NUMBER} takes a restricted key.`, { status: 403 });
  if (session.status !== "verified") return session;
  const names = { first_name: shown.first_name ?? null, last_name: shown.last_name ?? null };
  const document = {
    address: null,
    error: null,
    files: [],
    issued_date: null,
    issuing_country: "IN",
    status: "verified",
    type: "passport",
    ...names,
    ...(expand.includes(NUMBER) && { number: shown.number ?? id }),
  };
  const report = {
    id: session.last_verification_report,
    object: "identity.verification_report",
    created: session.created,
    livemode: false,
    client_reference_id: null,
    options: session.options,
    type: "document",
    verification_session: id,
    document,
  };
  const outputs = { address: null, email: null, id_number_type: null, phone: null, ...names };
  return {
    ...session,
    ...(expand.includes("verified_outputs") && { verified_outputs: outputs }),
    ...(expand.some((path) => path.startsWith("last_verification_report")) && { last_verification_report: report }),
  };
}

/** What the person did on the page. Of one that has ended nothing changes. */
export function decideIdentity(deps: Deps, id: string, outcome: IdentityOutcome, shown: Shown = {}): void {
  const stored = findIdentity(deps, id);
  if (stored?.session.status !== "requires_input") return;
  const ended = { ...stored.session, client_secret: null, url: null };
  const session: Session =
    outcome === "failed"
      ? {
          ...stored.session,
          last_error: { code: "document_unverified_other", reason: "The document could not be verified." },
        }
      : {
          ...ended,
          status: outcome,
          last_error: null,
          last_verification_report: outcome === "verified" ? `vr_1${id.slice(4)}` : null,
        };
  deps.store.put("stripe.identity", id, { ...stored, session, shown });
  const told = outcome === "failed" ? "requires_input" : outcome;
  sendEvent(deps, `identity.verification_session.${told}`, session);
}
