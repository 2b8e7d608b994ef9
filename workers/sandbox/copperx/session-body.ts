// POST /api/v1/checkout/sessions: accepts the documented parameters that the sandbox acts on, and refuses any other by
// name.
import * as z from "zod";

const MESSAGES = {
  unitAmount: "must be a whole number as text, scaled by 8 decimals",
  currency: "must be usdt",
  chain: "must be BNB Smart Chain: 56 or, on the test network, 97",
};

const chain = z.strictObject({ chainId: z.literal([56, 97], MESSAGES.chain) });
const webUrl = z.url({ protocol: /^https?$/, error: "must be a URL address" });

const lineItem = z.strictObject({
  quantity: z.int().min(1).max(10_000).default(1),
  priceData: z.strictObject({
    currency: z.literal("usdt", MESSAGES.currency),
    type: z.literal("one_time").default("one_time"),
    unitAmount: z.string(MESSAGES.unitAmount).regex(/^[1-9]\d{0,29}$/, MESSAGES.unitAmount),
    productData: z.strictObject({ name: z.string().min(1).max(255), description: z.string().max(2_000).optional() }),
  }),
});

export const sessionBody = z.strictObject({
  mode: z.literal("payment").default("payment"),
  submitType: z.enum(["auto", "book", "donate", "pay"]).default("pay"),
  clientReferenceId: z.string().max(255).optional(),
  successUrl: webUrl,
  cancelUrl: webUrl.optional(),
  afterCompletion: z.enum(["redirect", "show_confirmation"]).optional(),
  expiresAt: z.iso.datetime({ offset: true, error: "must be a valid ISO 8601 date string" }).optional(),
  lineItems: z.strictObject({ data: z.array(lineItem).min(1).max(100) }),
  paymentSetting: z
    .strictObject({
      allowedChains: z.array(chain).min(1),
      preferredChainId: z.literal([56, 97], MESSAGES.chain).optional(),
      allowSwap: z.boolean().optional(),
    })
    .optional(),
  metadata: z.record(z.string(), z.string("must be a string")).optional(),
});
export type SessionBody = z.infer<typeof sessionBody>;

/** One message per error, worded as class-validator does: the property first. */
export function faultMessages(error: z.ZodError): string[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String).join(".");
    if (issue.code !== "unrecognized_keys") return [`${path || "body"} ${issue.message}`];
    return issue.keys.map((key) => `property ${path === "" ? key : `${path}.${key}`} should not exist`);
  });
}
