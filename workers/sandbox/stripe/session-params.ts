// POST /v1/checkout/sessions: knows every parameter of the pinned version. It refuses those that the sandbox does not
// act on, so that nothing can seem to work here and fail at Stripe.
import { invalidRequest } from "./errors";
import type { FormNode } from "./form";
import { boolean, checkFields, type Fields, fields, integer, list, oneOf, text, unsimulated } from "./shapes";

const priceData = fields(
  {
    currency: text,
    product: unsimulated,
    product_data: fields(
      {
        name: { is: "text", maxLength: 250 },
        description: text,
        metadata: { is: "metadata" },
        images: list({ is: "url" }, 8),
      },
      ["name"],
    ),
    recurring: unsimulated,
    tax_behavior: oneOf("exclusive", "inclusive", "unspecified"),
    unit_amount: { is: "integer", min: 0 },
    unit_amount_decimal: unsimulated,
  },
  ["currency", "product_data", "unit_amount"],
);

const FIELDS: Fields = {
  adaptive_pricing: fields({ enabled: boolean }),
  allowed_payment_method_types: list(text),
  billing_address_collection: oneOf("auto", "required"),
  cancel_url: { is: "url" },
  client_reference_id: { is: "text", maxLength: 200 },
  currency: text,
  customer_creation: oneOf("always", "if_required"),
  customer_email: { is: "email" },
  expand: list(text, 20),
  expires_at: integer,
  line_items: list(
    fields({
      price_data: priceData,
      price: unsimulated,
      quantity: { is: "integer", min: 1 },
      metadata: { is: "metadata" },
    }),
    100,
  ),
  locale: { is: "text", maxLength: 10 },
  metadata: { is: "metadata" },
  mode: oneOf("payment", "setup", "subscription"),
  payment_intent_data: fields({
    capture_method: oneOf("automatic", "automatic_async"),
    description: { is: "text", maxLength: 1000 },
    metadata: { is: "metadata" },
    receipt_email: { is: "email" },
    statement_descriptor: { is: "text", maxLength: 22 },
    statement_descriptor_suffix: { is: "text", maxLength: 22 },
  }),
  submit_type: oneOf("auto", "book", "donate", "pay", "subscribe"),
  success_url: { is: "url" },
  ui_mode: oneOf("elements", "embedded_page", "form", "hosted_page"),
  ...Object.fromEntries(
    [
      "after_expiration allow_promotion_codes automatic_tax branding_settings consent_collection custom_fields custom_text",
      "customer customer_account customer_update discounts excluded_payment_method_types integration_identifier",
      "invoice_creation managed_payments name_collection optional_items origin_context payment_method_collection",
      "payment_method_configuration payment_method_data payment_method_options permissions phone_number_collection",
      "redirect_on_completion return_url saved_payment_method_options setup_intent_data shipping_address_collection",
      "shipping_options subscription_data tax_id_collection wallet_options",
    ]
      .join(" ")
      .split(" ")
      .map((name) => [name, unsimulated]),
  ),
};

export type SessionParams = {
  adaptive_pricing?: { enabled?: boolean };
  allowed_payment_method_types?: string[];
  billing_address_collection?: "auto" | "required";
  cancel_url?: string;
  client_reference_id?: string;
  currency?: string;
  customer_creation?: "always" | "if_required";
  customer_email?: string;
  expand?: string[];
  expires_at: number;
  line_items: LineItemParams[];
  locale?: string;
  metadata?: Record<string, string>;
  payment_intent_data?: { description?: string; metadata?: Record<string, string>; receipt_email?: string };
  submit_type?: "auto" | "book" | "donate" | "pay" | "subscribe";
  success_url: string;
};
export type LineItemParams = {
  quantity: number;
  metadata?: Record<string, string>;
  price_data: {
    currency: string;
    unit_amount: number;
    tax_behavior?: "exclusive" | "inclusive" | "unspecified";
    product_data: { name: string; description?: string };
  };
};

const MIN_LIFE_S = 30 * 60;
const MAX_LIFE_S = 24 * 3600;

/** @throws StripeProblem */
export function readSessionParams(form: Map<string, FormNode>, arrivedS: number): SessionParams {
  if (form.has("payment_method_types")) {
    throw invalidRequest("`payment_method_types` is no longer supported. Use `allowed_payment_method_types` instead.", {
      code: "payment_method_types_no_longer_supported",
      param: "payment_method_types",
    });
  }
  const checked = checkFields(form, FIELDS, ["mode", "line_items", "success_url"]);
  if (checked.mode !== "payment") throw invalidRequest("The sandbox simulates mode=payment only.", { param: "mode" });
  if (checked.ui_mode !== undefined && checked.ui_mode !== "hosted_page") {
    throw invalidRequest("The sandbox simulates ui_mode=hosted_page only.", { param: "ui_mode" });
  }
  // FIELDS above has checked names and types; the rules between values follow.
  const params = { expires_at: arrivedS + MAX_LIFE_S, ...checked } as unknown as SessionParams;
  checkLifetime(params.expires_at, arrivedS);
  checkItems(params);
  const methods = params.allowed_payment_method_types;
  if (methods && !methods.includes("card")) {
    throw invalidRequest("The sandbox can take cards only.", { param: "allowed_payment_method_types" });
  }
  return params;
}

function checkLifetime(expiresAt: number, arrivedS: number): void {
  const param = "expires_at";
  if (expiresAt < arrivedS + MIN_LIFE_S) {
    throw invalidRequest("The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.", {
      param,
    });
  }
  if (expiresAt > arrivedS + MAX_LIFE_S) {
    throw invalidRequest("The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.", {
      param,
    });
  }
}

const CURRENCIES = ["usd", "eur", "gbp", "inr", "aud", "cad", "chf", "sgd"];

function checkItems({ line_items: items, currency: asked }: SessionParams): void {
  items.forEach((item, i) => {
    const missing = (name: string) =>
      invalidRequest(`Missing required param: line_items[${i}][${name}].`, {
        code: "parameter_missing",
        param: `line_items[${i}][${name}]`,
      });
    if (!item.price_data) throw missing("price_data");
    if (!item.quantity) throw missing("quantity");
    const { currency } = item.price_data;
    const param = `line_items[${i}][price_data][currency]`;
    if (!CURRENCIES.includes(currency))
      throw invalidRequest(`Invalid currency: ${currency}. Use lower case: ${CURRENCIES.join(", ")}`, { param });
    if (currency !== (asked ?? items[0]?.price_data.currency)) {
      throw invalidRequest("All prices of a Checkout Session must have the same currency.", { param });
    }
  });
  const total = items.reduce((sum, item) => sum + item.quantity * item.price_data.unit_amount, 0);
  if (items.length === 0)
    throw invalidRequest("You must specify `line_items` in `payment` mode.", {
      code: "parameter_missing",
      param: "line_items",
    });
  if (total < 50)
    throw invalidRequest("The Checkout Session's total amount must convert to at least 50 cents.", {
      code: "amount_too_small",
    });
  if (total > 99_999_999)
    throw invalidRequest("The Checkout Session's total amount must be no more than $999,999.99.", {
      code: "amount_too_large",
    });
}
