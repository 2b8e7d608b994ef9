import type Stripe from "stripe";
import {
  type BookPage,
  type BookWindow,
  type ProviderDispute,
  ProviderError,
  type ProviderRefund,
  type SessionState,
} from "./port";
import { toProviderError } from "./stripe-errors";
import { idOf } from "./stripe-events";
import { toRefund } from "./stripe-refunds";

// Stripe's own records, a hundred at a time, newest first. Its list of events covers 30 days only; these have no limit.

const PAGE = 100;
const STATUSES = ["open", "complete", "expired"] as const;
const PAID = new Set<string>(["paid", "no_payment_required"]);

/** @throws ProviderError for a session state that Stripe did not have when this was written */
export function toSessionState(session: Stripe.Checkout.Session): SessionState {
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

export async function listStripeSessions(stripe: Stripe, window: BookWindow): Promise<BookPage<SessionState>> {
  const page = await stripe.checkout.sessions.list(listParams(window)).catch((error: unknown) => {
    throw toProviderError(error, "Stripe did not list its sessions");
  });
  return { rows: page.data.map(toSessionState), next: nextOf(page) };
}

export async function listStripeRefunds(stripe: Stripe, window: BookWindow): Promise<BookPage<ProviderRefund>> {
  const page = await stripe.refunds.list(listParams(window)).catch((error: unknown) => {
    throw toProviderError(error, "Stripe did not list its refunds");
  });
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

export async function listStripeDisputes(stripe: Stripe, window: BookWindow): Promise<BookPage<ProviderDispute>> {
  const page = await stripe.disputes.list(listParams(window)).catch((error: unknown) => {
    throw toProviderError(error, "Stripe did not list its disputes");
  });
  return { rows: page.data.map(toDispute), next: nextOf(page) };
}

/** A card payment has one dispute, rarely a few. */
export async function readStripeDisputes(stripe: Stripe, paymentIntent: string): Promise<ProviderDispute[]> {
  const page = await stripe.disputes.list({ payment_intent: paymentIntent, limit: PAGE }).catch((error: unknown) => {
    throw toProviderError(error, "Stripe did not show the disputes");
  });
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
