import * as z from "zod";
import { fieldTexts } from "~/content/api-texts";
import { topUpIncludes } from "~/content/payments";
import { wireToCents } from "~/domain/money";
import { wiredTopUp } from "~/domain/top-up";
import type { Purchase } from "~/areas/buying/start-checkout";
import { named } from "./explain-issue";
import { claimedAmount, id } from "./fields";

// The bodies of purchase calls. Amounts in them are compared with the price and never charged.

/** Where the request comes from. */
type Country = string | null;

const productName = z.string().max(300).optional();

const holderNames = {
  full_name: z.string().optional().meta({
    description: "The holder, as the certificate prints it; without a name it prints the email address or phone number",
  }),
  name_on_certificate: z
    .string()
    .optional()
    .meta({ description: "The full name in Latin letters, for a script that certificates cannot print" }),
};

/** Of a top-up the amount is what is paid in: its buyer chooses it. */
const product = z.enum(["joining-fee", "top-up"]).optional().meta({
  description:
    "The joining fee if left out. A top-up, of $50 to $10,000 for one's own wallet, is offered where the market is open",
});
const inRange = { path: ["amount"], error: topUpIncludes.error };

export const oneTimeBody = z
  .object({
    isOneTimePay: z.literal(true),
    product,
    userID: id,
    amount: claimedAmount,
    currency: z.literal("USD"),
    productName,
    paymentMode: z.literal("Bank"),
  })
  .refine((body) => body.product !== "top-up" || wiredTopUp(body.amount) !== null, inRange);

export const cardBody = z.object({
  isOneTimePay: z.literal(false),
  userID: id,
  amount: claimedAmount,
  currency: z.literal("USD"),
  productName,
  platformFee: claimedAmount.optional().meta({ description: "Equal to amount" }),
  caskId: id,
  paymentMode: z.literal("Bank"),
  ...holderNames,
});

const lineItem = z.object({
  quantity: z.literal(1).optional(),
  priceData: z.object({
    currency: z.literal("usdt"),
    type: z.literal("one_time").optional(),
    unitAmount: z.string().regex(/^[0-9]{1,20}$/, named(fieldTexts.badUnitAmount)),
    productData: z.object({ name: productName, description: z.string().max(1000).optional() }).optional(),
  }),
});

export const cryptoBody = z
  .object({
    chain: z.literal("bsc"),
    lineItems: z.object({ data: z.array(lineItem).length(1) }),
    metadata: z.object({
      userID: id,
      isOneTimePay: z.enum(["true", "false"]),
      product,
      productName,
      caskId: z.string().max(60).optional().meta({ description: "Needed unless isOneTimePay is 'true'" }),
      amount: z.string().regex(/^[0-9]{1,9}(\.[0-9]{1,2})?$/, named(fieldTexts.badAmountText)),
      paymentMode: z.literal("Crypto"),
      ...holderNames,
    }),
  })
  .refine(({ metadata }) => metadata.isOneTimePay === "true" || Boolean(metadata.caskId), {
    path: ["metadata", "caskId"],
    ...named(fieldTexts.missing),
  })
  .refine(({ metadata }) => !isTopUp(metadata) || wiredTopUp(Number(metadata.amount)) !== null, {
    ...inRange,
    path: ["metadata", "amount"],
  });

const isTopUp = (sent: { isOneTimePay: "true" | "false"; product?: string | undefined }) =>
  sent.isOneTimePay === "true" && sent.product === "top-up";

export function oneTimePurchase({ amount, product }: z.infer<typeof oneTimeBody>, country: Country): Purchase {
  const amountCents = wireToCents(amount) ?? 0;
  if (product === "top-up") return { caskId: null, topUp: { amountCents, country }, mode: "Bank" };
  return { caskId: null, mode: "Bank", expectCents: wireToCents(amount) };
}

export function cardPurchase({ amount, platformFee = amount, caskId }: z.infer<typeof cardBody>): Purchase {
  return { caskId, mode: "Bank", expectCents: platformFee === amount ? wireToCents(amount) : null };
}

/** USDT has 8 decimals, so one cent is a million units. Calculated in whole numbers throughout. */
const UNITS_PER_CENT = 1_000_000n;

export function cryptoPurchase({ lineItems, metadata }: z.infer<typeof cryptoBody>, country: Country): Purchase {
  const cents = wireToCents(Number(metadata.amount));
  const units = BigInt(lineItems.data[0]?.priceData.unitAmount ?? "0");
  const agree = cents !== null && units === BigInt(cents) * UNITS_PER_CENT;
  const caskId = metadata.isOneTimePay === "true" ? null : (metadata.caskId ?? "");
  const purchase: Purchase = { caskId, mode: "Crypto", expectCents: agree ? cents : null };
  return isTopUp(metadata) ? { ...purchase, topUp: { amountCents: cents ?? 0, country } } : purchase;
}
