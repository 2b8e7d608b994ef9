// The stored session and its shape on the wire: all keys of the pinned package's type, in the state 'open'.
import type Stripe from "stripe";
import type { Deps } from "../deps";
import { randomToken } from "../random";
import type { LineItemParams, SessionParams } from "./session-params";

declare module "../store/store" {
  interface Documents {
    "stripe.session": StoredSession;
  }
}

/** The package's types wrap this number in their own object; on the wire it is text. */
type WirePrice = Omit<Stripe.Price, "unit_amount_decimal"> & { unit_amount_decimal: string };
type WireLineItem = Omit<Stripe.LineItem, "price"> & { price: WirePrice };
type WireSession = Omit<Stripe.Checkout.Session, "payment_intent" | "line_items" | "status"> & {
  payment_intent: string | null;
  status: "open" | "complete" | "expired";
};

export type StoredSession = {
  session: WireSession;
  lineItems: WireLineItem[];
  paymentIntentData: { description?: string; metadata?: Record<string, string>; receipt_email?: string };
};

type Making = Pick<Deps, "config" | "randomBytes">;

export function makeSession(deps: Making, params: SessionParams, createdS: number): StoredSession {
  const id = `cs_test_a1${randomToken(deps.randomBytes, 56)}`;
  const lineItems = params.line_items.map((item) => makeLineItem(deps, item, createdS));
  const total = lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  const session: WireSession = {
    ...fixedFields(),
    id,
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? true },
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: createdS,
    currency: lineItems[0]?.currency ?? null,
    customer_creation: params.customer_creation ?? "if_required",
    customer_details: params.customer_email ? customerDetails(params.customer_email) : null,
    customer_email: params.customer_email ?? null,
    expires_at: params.expires_at,
    locale: params.locale ?? null,
    metadata: params.metadata ?? {},
    payment_intent: null,
    submit_type: params.submit_type ?? null,
    success_url: params.success_url,
    url: `${deps.config.SANDBOX_ORIGIN}/sandbox/checkout/stripe/${id}`,
  };
  return { session, lineItems, paymentIntentData: params.payment_intent_data ?? {} };
}

export function customerDetails(email: string): Stripe.Checkout.Session.CustomerDetails {
  const nothingElse = { address: null, business_name: null, individual_name: null, name: null, phone: null };
  return { ...nothingElse, email, tax_exempt: "none", tax_ids: null };
}

/** The fields that none of our parameters changes. */
function fixedFields() {
  return {
    object: "checkout.session",
    after_expiration: null,
    allow_promotion_codes: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    discounts: [],
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    managed_payments: null,
    mode: "payment",
    origin_context: null,
    payment_link: null,
    payment_method_collection: "if_required",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    wallet_options: null,
  } satisfies Partial<WireSession>;
}

function makeLineItem(deps: Making, item: LineItemParams, createdS: number): WireLineItem {
  const { currency, unit_amount: unitAmount, product_data: product, tax_behavior } = item.price_data;
  const total = unitAmount * item.quantity;
  const price: WirePrice = {
    id: `price_1${randomToken(deps.randomBytes, 23)}`,
    object: "price",
    active: false,
    billing_scheme: "per_unit",
    created: createdS,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: `prod_${randomToken(deps.randomBytes, 14)}`,
    recurring: null,
    tax_behavior: tax_behavior ?? "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "one_time",
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  };
  return {
    id: `li_1${randomToken(deps.randomBytes, 23)}`,
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency,
    description: product.name,
    metadata: item.metadata ?? {},
    price,
    quantity: item.quantity,
  };
}
