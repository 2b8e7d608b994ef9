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

/** The cardholder's bank takes the payment back. @throws StripeProblem */
export function createDispute(deps: Pick<Deps, "store" | "nowMs" | "randomBytes">, intent: string): StripeDispute {
  const payment = findPayment(deps, { intent });
  if (!payment) throw noSuch("payment_intent", intent, "payment_intent");
  if (payment.disputed)
    throw invalidRequest(`Charge ${payment.chargeId} is disputed already.`, { code: "charge_disputed" });
  const created = Math.floor(deps.nowMs() / 1000);
  const dispute: StripeDispute = {
    id: `du_1${randomToken(deps.randomBytes, 23)}`,
    object: "dispute",
    amount: payment.amount,
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
    status: "needs_response",
  };
  deps.store.put("stripe.dispute", dispute.id, dispute, { ref: payment.id });
  savePayment(deps, { ...payment, disputed: true });
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
