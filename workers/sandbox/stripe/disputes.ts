import type Stripe from "stripe";
import type { Deps } from "../deps";
import { randomToken } from "../random";
import { invalidRequest, noSuch } from "./errors";
import { sendEvent } from "./events";
import { findPayment, savePayment } from "./payments";

declare module "../store/store" {
  interface Documents {
    "stripe.dispute": StripeDispute;
  }
}

export type StripeDispute = Stripe.Dispute;

export const DISPUTE_STATUSES = [
  "needs_response",
  "under_review",
  "won",
  "lost",
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
] as const;
type Status = (typeof DISPUTE_STATUSES)[number];
type DisputeDeps = Pick<Deps, "store" | "nowMs" | "randomBytes">;

/** While this is the case, the bank has the money. */
const AWAY = new Set<string>(["needs_response", "under_review", "lost"]);
const CLOSED = new Set<string>(["won", "lost", "warning_closed"]);

/** A dispute begins; or, if there is one already, it becomes what is asked for. @throws StripeProblem */
export function putDispute(deps: DisputeDeps, intent: string, status?: Status, amount?: number): StripeDispute {
  const [known] = deps.store.list("stripe.dispute", { ref: intent, limit: 1 });
  return known && status && !CLOSED.has(known.status)
    ? changeDispute(deps, known, intent, status)
    : createDispute(deps, intent, status, amount);
}

function changeDispute(deps: DisputeDeps, known: StripeDispute, intent: string, status: Status): StripeDispute {
  const dispute = { ...known, status };
  deps.store.put("stripe.dispute", dispute.id, dispute, { ref: intent });
  const payment = findPayment(deps, { intent });
  if (payment) savePayment(deps, { ...payment, disputed: AWAY.has(status) });
  sendEvent(deps, CLOSED.has(status) ? "charge.dispute.closed" : "charge.dispute.updated", dispute);
  return dispute;
}

/** The cardholder's bank takes the payment back, or what was not refunded of it, or only asks about it. @throws StripeProblem */
function createDispute(
  deps: DisputeDeps,
  intent: string,
  status: Status = "needs_response",
  amount?: number,
): StripeDispute {
  const payment = findPayment(deps, { intent });
  if (!payment) throw noSuch("payment_intent", intent, "payment_intent");
  if (payment.disputed)
    throw invalidRequest(`Charge ${payment.chargeId} is disputed already.`, { code: "charge_disputed" });
  const created = Math.floor(deps.nowMs() / 1000);
  const dispute: StripeDispute = {
    id: `du_1${randomToken(deps.randomBytes, 23)}`,
    object: "dispute",
    amount: amount ?? (payment.amount - payment.amountRefunded || payment.amount),
    balance_transactions: [],
    charge: payment.chargeId,
    created,
    currency: payment.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: created + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: payment.id,
    reason: "fraudulent",
    status,
  };
  deps.store.put("stripe.dispute", dispute.id, dispute, { ref: payment.id });
  savePayment(deps, { ...payment, disputed: AWAY.has(status) });
  sendEvent(deps, "charge.dispute.created", dispute);
  return dispute;
}

function noEvidence(): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}
