import * as z from "zod";
import { fieldTexts } from "~/content/api-texts";
import { wireToCents } from "~/domain/money";
import type { Purchase } from "~/areas/buying/start-checkout";
import { named } from "./explain-issue";
import { claimedAmount, id } from "./fields";

// The bodies of purchase calls. Amounts in them are compared with the price and never charged.

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

export const oneTimeBody = z.object({
  isOneTimePay: z.literal(true),
  userID: id,
  amount: claimedAmount,
  currency: z.literal("USD"),
  productName,
  paymentMode: z.literal("Bank"),
});

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
  });

export function oneTimePurchase({ amount }: z.infer<typeof oneTimeBody>): Purchase {
  return { caskId: null, mode: "Bank", expectCents: wireToCents(amount) };
}

export function cardPurchase({ amount, platformFee = amount, caskId }: z.infer<typeof cardBody>): Purchase {
  return { caskId, mode: "Bank", expectCents: platformFee === amount ? wireToCents(amount) : null };
}

/** USDT has 8 decimals, so one cent is a million units. Calculated in whole numbers throughout. */
const UNITS_PER_CENT = 1_000_000n;

export function cryptoPurchase({ lineItems, metadata }: z.infer<typeof cryptoBody>): Purchase {
  const cents = wireToCents(Number(metadata.amount));
  const units = BigInt(lineItems.data[0]?.priceData.unitAmount ?? "0");
  const agree = cents !== null && units === BigInt(cents) * UNITS_PER_CENT;
  const caskId = metadata.isOneTimePay === "true" ? null : (metadata.caskId ?? "");
  return { caskId, mode: "Crypto", expectCents: agree ? cents : null };
}
