import Stripe from "stripe";
import {
  type BookPage,
  type BookWindow,
  checkedEvent,
  type CheckoutProvider,
  type CreatedSession,
  type ProviderBooks,
  type ProviderDispute,
  ProviderError,
  type ProviderEvent,
  type ProviderRefund,
  type SessionRequest,
  type SessionState,
} from "./port";
import { asProviderError, idOf, isInvalidRequest, toProviderError, toProviderEvent } from "./stripe-answers";
import { readStripeRefunds, refundAtStripe, toRefund } from "./stripe-refunds";

// Stripe's own records, a hundred at a time, newest first. Its list of events covers 30 days only; these have no limit.

const PAGE = 100;
const STATUSES = ["open", "complete", "expired"] as const;
const PAID = new Set<string>(["paid", "no_payment_required"]);

/** @throws ProviderError for a session state that Stripe did not have when this was written */
function toSessionState(session: Stripe.Checkout.Session): SessionState {
  const status = STATUSES.find((known) => known === session.status);
  if (!status) throw new ProviderError("stripe", "unavailable", "Stripe showed a session in a state we do not know");
  return {
    sessionId: session.id,
    status,
    paid: status === "complete" && PAID.has(session.payment_status),
    amountCents: session.amount_total,
    currency: (session.currency ?? "").toUpperCase(),
    paymentId: session.client_reference_id ?? session.metadata?.paymentId ?? null,
    providerPaymentId: idOf(session.payment_intent),
    url: session.url,
  };
}

async function listStripeSessions(stripe: Stripe, window: BookWindow): Promise<BookPage<SessionState>> {
  const page = await stripe.checkout.sessions
    .list(listParams(window))
    .catch(asProviderError("Stripe did not list its sessions"));
  return { rows: page.data.map(toSessionState), next: nextOf(page) };
}

async function listStripeRefunds(stripe: Stripe, window: BookWindow): Promise<BookPage<ProviderRefund>> {
  const page = await stripe.refunds.list(listParams(window)).catch(asProviderError("Stripe did not list its refunds"));
  return { rows: page.data.map(toRefund), next: nextOf(page) };
}

const DISPUTE_STATES: Partial<Record<Stripe.Dispute["status"], ProviderDispute["state"]>> = {
  needs_response: "open",
  under_review: "open",
  won: "won",
  lost: "lost",
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "inquiry",
  prevented: "inquiry",
};

async function listStripeDisputes(stripe: Stripe, window: BookWindow): Promise<BookPage<ProviderDispute>> {
  const page = await stripe.disputes
    .list(listParams(window))
    .catch(asProviderError("Stripe did not list its disputes"));
  return { rows: page.data.map(toDispute), next: nextOf(page) };
}

/** A card payment has one dispute, rarely a few. */
async function readStripeDisputes(stripe: Stripe, paymentIntent: string): Promise<ProviderDispute[]> {
  const page = await stripe.disputes
    .list({ payment_intent: paymentIntent, limit: PAGE })
    .catch(asProviderError("Stripe did not show the disputes"));
  return page.data.map(toDispute);
}

/** @throws ProviderError for a state that Stripe did not have when this was written: nothing is taken back on a guess. */
function toDispute({ id, payment_intent: paymentIntent, status, ...dispute }: Stripe.Dispute): ProviderDispute {
  const state = DISPUTE_STATES[status];
  if (!state) throw new ProviderError("stripe", "unavailable", "Stripe showed a dispute in a state we do not know");
  const dueBy = status === "needs_response" ? dispute.evidence_details.due_by : null;
  return {
    disputeId: id,
    providerPaymentId: idOf(paymentIntent),
    state,
    amountCents: dispute.amount,
    answerByMs: dueBy === null ? null : dueBy * 1000,
  };
}

function listParams({ fromMs, cursor }: BookWindow) {
  return {
    limit: PAGE,
    created: { gte: Math.floor(fromMs / 1000) },
    ...(cursor === null ? {} : { starting_after: cursor }),
  };
}

function nextOf({ data, has_more: hasMore }: { data: { id: string }[]; has_more: boolean }): string | null {
  return hasMore ? (data.at(-1)?.id ?? null) : null;
}

export type StripeConfig = {
  secretKey: string;
  webhookSecret: string;
  fetch: typeof fetch;
  nowMs: () => number;
  /** Called for an event made for another API version than ours: the endpoint's setting at Stripe has drifted. */
  onOtherVersion?: (version: string | null) => void;
};

// Stripe refuses a session that ends less than 30 minutes from its own clock's now. The margin is a constant rather than read
// from our clock, so that a request repeated under its idempotency key is identical.
const EXPIRY_MARGIN_SECONDS = 60;

/** Card checkout on Stripe's own page. Repeating a call never creates a second session or a second refund. */
export function createStripeCheckout(config: StripeConfig): CheckoutProvider & ProviderBooks {
  const client = () => clientOf(config);
  return {
    name: "stripe",
    createSession: (request) => createSession(client(), request),
    readSession: (sessionId) => readSession(client(), sessionId),
    expireSession: (sessionId) => expireSession(client(), sessionId),
    refund: (request) => refundAtStripe(client(), request),
    readRefunds: (paymentIntent) => readStripeRefunds(client(), paymentIntent),
    readDisputes: (paymentIntent) => readStripeDisputes(client(), paymentIntent),
    verifyWebhook: (headers, rawBody) => verifyWebhook(config, headers, rawBody),
    listSessions: (window) => listStripeSessions(client(), window),
    listRefunds: (window) => listStripeRefunds(client(), window),
    listDisputes: (window) => listStripeDisputes(client(), window),
  };
}

const clients = new WeakMap<typeof fetch, Map<string, Stripe>>();

/** Made on first use, and kept for as long as the `fetch` that it was made with: most requests need none. */
function clientOf({ secretKey, fetch: call }: StripeConfig): Stripe {
  const byKey = clients.get(call) ?? new Map<string, Stripe>();
  clients.set(call, byKey);
  const known = byKey.get(secretKey);
  if (known) return known;
  const made = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(call),
    maxNetworkRetries: 1,
    timeout: 10_000,
    telemetry: false,
    appInfo: { name: "dunnage", version: "0.1.0" },
  });
  byKey.set(secretKey, made);
  return made;
}

async function createSession(stripe: Stripe, request: SessionRequest): Promise<CreatedSession> {
  const session = await stripe.checkout.sessions
    .create(sessionParams(request), { idempotencyKey: `${request.paymentId}:${request.attempt}` })
    .catch(asProviderError("Stripe made no session"));
  if (!session.url) throw new ProviderError("stripe", "unavailable", "Stripe made a session without an address");
  return { sessionId: session.id, url: session.url, expiresAtMs: session.expires_at * 1000 };
}

function sessionParams(request: SessionRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = { ...request.metadata, paymentId: request.paymentId };
  return {
    mode: "payment",
    client_reference_id: request.paymentId,
    ...(request.customerEmail === null ? {} : { customer_email: request.customerEmail }),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.ceil(request.expiresAtMs / 1000) + EXPIRY_MARGIN_SECONDS,
    allowed_payment_method_types: ["card"],
    // Otherwise Stripe may charge and report a currency other than the one we compare with.
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: request.amountCents,
          product_data: {
            name: request.productName,
            ...(request.description === "" ? {} : { description: request.description }),
          },
        },
      },
    ],
    metadata,
    // Refund and dispute events name the payment intent, never the session.
    payment_intent_data: { metadata },
  };
}

async function readSession(stripe: Stripe, sessionId: string): Promise<SessionState> {
  const session = await stripe.checkout.sessions
    .retrieve(sessionId)
    .catch(asProviderError("Stripe did not show the session"));
  return toSessionState(session);
}

async function expireSession(stripe: Stripe, sessionId: string): Promise<"expired" | "complete"> {
  try {
    await stripe.checkout.sessions.expire(sessionId);
    return "expired";
  } catch (error) {
    const refused = toProviderError(error, "Stripe did not expire the session");
    if (!isInvalidRequest(error)) throw refused;
    // Refused because it is no longer open or does not exist; reading the session tells which.
    const { status } = await readSession(stripe, sessionId);
    if (status === "open") throw refused;
    return status;
  }
}

async function verifyWebhook(config: StripeConfig, headers: Headers, rawBody: string): Promise<ProviderEvent | null> {
  const event = await Stripe.webhooks
    .constructEventAsync(
      rawBody,
      headers.get("stripe-signature") ?? "",
      config.webhookSecret,
      undefined,
      Stripe.createSubtleCryptoProvider(),
      config.nowMs(),
    )
    .catch(() => null);
  if (event === null) return null;
  if (event.api_version !== Stripe.API_VERSION) config.onOtherVersion?.(event.api_version);
  return checkedEvent(() => toProviderEvent(event));
}
