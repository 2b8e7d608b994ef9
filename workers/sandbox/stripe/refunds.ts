// Refunds of a charge, in whole or in part, never more than was paid.
import type Stripe from "stripe";
import type { Deps } from "../deps";
import { randomToken } from "../random";
import { invalidRequest, noSuch } from "./errors";
import { sendEvent } from "./events";
import type { FormNode } from "./form";
import { chargeObject, findPayment, savePayment, type StripePayment } from "./payments";
import { checkFields, type Fields, list, oneOf, text, unsimulated } from "./shapes";

declare module "../store/store" {
  interface Documents {
    "stripe.refund": StripeRefund;
  }
}

export type StripeRefund = Stripe.Refund;

const FIELDS: Fields = {
  amount: { is: "integer", min: 1 },
  charge: text,
  currency: unsimulated,
  customer: unsimulated,
  expand: list(text, 20),
  instructions_email: unsimulated,
  metadata: { is: "metadata" },
  origin: unsimulated,
  payment_intent: text,
  reason: oneOf("duplicate", "fraudulent", "requested_by_customer"),
  refund_application_fee: unsimulated,
  reverse_transfer: unsimulated,
};

export type RefundParams = {
  amount?: number;
  charge?: string;
  payment_intent?: string;
  reason?: "duplicate" | "fraudulent" | "requested_by_customer";
  metadata?: Record<string, string>;
  expand?: string[];
};

/** @throws StripeProblem */
export function readRefundParams(form: Map<string, FormNode>): RefundParams {
  const params: RefundParams = checkFields(form, FIELDS, []);
  if (!params.charge && !params.payment_intent) {
    throw invalidRequest("One of the following params should be provided for this request: payment_intent or charge.");
  }
  return params;
}

/** @throws StripeProblem */
export function createRefund(deps: Pick<Deps, "store" | "nowMs" | "randomBytes">, params: RefundParams): StripeRefund {
  const payment = refundable(deps, params);
  const left = payment.amount - payment.amountRefunded;
  const amount = params.amount ?? left;
  if (amount > left) {
    throw invalidRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: "amount",
    });
  }
  const refund: StripeRefund = {
    id: `re_3${randomToken(deps.randomBytes, 23)}`,
    object: "refund",
    amount,
    balance_transaction: null,
    charge: payment.chargeId,
    created: Math.floor(deps.nowMs() / 1000),
    currency: payment.currency,
    customer: null,
    customer_account: null,
    metadata: params.metadata ?? {},
    payment_intent: payment.id,
    payment_method: null,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  deps.store.put("stripe.refund", refund.id, refund, { ref: payment.id });
  const after = { ...payment, amountRefunded: payment.amountRefunded + amount };
  savePayment(deps, after);
  const previous = {
    amount_refunded: payment.amountRefunded,
    ...(after.amountRefunded === after.amount && { refunded: false }),
  };
  sendEvent(deps, "charge.refunded", chargeObject(after), previous);
  return refund;
}

function refundable(deps: Pick<Deps, "store">, params: RefundParams): StripePayment {
  const payment = findPayment(deps, { intent: params.payment_intent, charge: params.charge });
  if (!payment) {
    if (params.payment_intent) throw noSuch("payment_intent", params.payment_intent, "payment_intent");
    throw noSuch("charge", params.charge ?? "", "charge");
  }
  if (params.charge && params.charge !== payment.chargeId) {
    throw invalidRequest("The charge does not belong to the payment intent.", { param: "charge" });
  }
  if (payment.disputed) {
    throw invalidRequest(`Charge ${payment.chargeId} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  if (payment.amountRefunded >= payment.amount) {
    throw invalidRequest(`Charge ${payment.chargeId} has already been refunded.`, { code: "charge_already_refunded" });
  }
  return payment;
}
