// What a paid session leaves behind: one payment intent with one charge, and how much of it was refunded.
import type Stripe from "stripe";
import type { Deps } from "../deps";
import { randomToken } from "../random";
import type { StoredSession } from "./session-object";

declare module "../store/store" {
  interface Documents {
    "stripe.payment": StripePayment;
  }
}

export type StripePayment = {
  /** The payment intent's id. */
  id: string;
  chargeId: string;
  sessionId: string;
  amount: number;
  amountRefunded: number;
  disputed: boolean;
  currency: string;
  created: number;
  metadata: Record<string, string>;
  description: string | null;
  receiptEmail: string | null;
  billingEmail: string | null;
};

export function makePayment(
  deps: Pick<Deps, "nowMs" | "randomBytes">,
  { session, paymentIntentData }: StoredSession,
): StripePayment {
  return {
    id: `pi_3${randomToken(deps.randomBytes, 23)}`,
    chargeId: `ch_3${randomToken(deps.randomBytes, 23)}`,
    sessionId: session.id,
    amount: session.amount_total ?? 0,
    amountRefunded: 0,
    disputed: false,
    currency: session.currency ?? "usd",
    created: Math.floor(deps.nowMs() / 1000),
    metadata: paymentIntentData.metadata ?? {},
    description: paymentIntentData.description ?? null,
    receiptEmail: paymentIntentData.receipt_email ?? null,
    billingEmail: session.customer_email,
  };
}

export function savePayment(deps: Pick<Deps, "store">, payment: StripePayment): void {
  deps.store.put("stripe.payment", payment.id, payment, { ref: payment.chargeId });
}

export function findPayment(deps: Pick<Deps, "store">, by: { intent?: string; charge?: string }): StripePayment | null {
  if (by.intent !== undefined) return deps.store.get("stripe.payment", by.intent);
  return deps.store.list("stripe.payment", { ref: by.charge, limit: 1 })[0] ?? null;
}

export function chargeObject(payment: StripePayment): Stripe.Charge {
  return {
    id: payment.chargeId,
    object: "charge",
    amount: payment.amount,
    amount_captured: payment.amount,
    amount_refunded: payment.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: payment.billingEmail, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: payment.created,
    currency: payment.currency,
    customer: null,
    description: payment.description,
    disputed: payment.disputed,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: payment.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: payment.id,
    payment_method: null,
    payment_method_details: null,
    receipt_email: payment.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: payment.amountRefunded === payment.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}

export function paymentIntentObject(payment: StripePayment, withCharge: boolean): Stripe.PaymentIntent {
  return {
    id: payment.id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: payment.amount,
    amount_capturable: 0,
    amount_received: payment.amount,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: null,
    confirmation_method: "automatic",
    created: payment.created,
    currency: payment.currency,
    customer: null,
    customer_account: null,
    description: payment.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: withCharge ? chargeObject(payment) : payment.chargeId,
    livemode: false,
    managed_payments: null,
    metadata: payment.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: payment.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_group: null,
  };
}
