import * as z from "zod";
import { readPurchaseName } from "~/areas/accounts/profile/name-holder";
import { answerTo, refusals } from "~/areas/buying/refusals";
import { type Purchase, startCheckout } from "~/areas/buying/start-payment";
import { fieldTexts } from "~/content/api-texts";
import { nameTexts } from "~/content/profile-texts";
import type { Session } from "~/core/session/session";
import { readFeeAndViewer } from "~/core/settings/setting";
import { wireToCents } from "~/domain/money";
import type { RequestContext } from "~/server/context";
import { problem } from "./answer";
import { call } from "./call";
import { claimedAmount, id, named, toWire } from "./fields";

const productName = z.string().max(300).optional();

const holderNames = { full_name: z.string().optional(), name_on_certificate: z.string().optional() };

const oneTimeBody = z.object({
  isOneTimePay: z.literal(true),
  userID: id,
  amount: claimedAmount,
  currency: z.literal("USD"),
  productName,
  paymentMode: z.literal("Bank"),
});

const cardBody = oneTimeBody.extend({
  isOneTimePay: z.literal(false),
  platformFee: claimedAmount.optional(),
  caskId: id,
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

const cryptoBody = z
  .object({
    chain: z.literal("bsc"),
    lineItems: z.object({ data: z.array(lineItem).length(1) }),
    metadata: z.object({
      userID: id,
      isOneTimePay: z.enum(["true", "false"]),
      productName,
      caskId: z.string().max(60).optional(),
      amount: z.string().regex(/^[0-9]{1,9}(\.[0-9]{1,2})?$/, named(fieldTexts.badAmountText)),
      paymentMode: z.literal("Crypto"),
      ...holderNames,
    }),
  })
  .refine(({ metadata }) => metadata.isOneTimePay === "true" || Boolean(metadata.caskId), {
    path: ["metadata", "caskId"],
    ...named(fieldTexts.missing),
  });

function oneTimePurchase({ amount }: z.infer<typeof oneTimeBody>): Purchase {
  return { caskId: null, mode: "Bank", expectCents: wireToCents(amount) };
}

function cardPurchase({ amount, platformFee = amount, caskId }: z.infer<typeof cardBody>): Purchase {
  return { caskId, mode: "Bank", expectCents: platformFee === amount ? wireToCents(amount) : null };
}

/** USDT has 8 decimals, so one cent is a million units. Calculated in whole numbers throughout. */
const UNITS_PER_CENT = 1_000_000n;

function cryptoPurchase({ lineItems, metadata }: z.infer<typeof cryptoBody>): Purchase {
  const cents = wireToCents(Number(metadata.amount));
  const units = BigInt(lineItems.data[0]?.priceData.unitAmount ?? "0");
  const agree = cents !== null && units === BigInt(cents) * UNITS_PER_CENT;
  const caskId = metadata.isOneTimePay === "true" ? null : (metadata.caskId ?? "");
  return { caskId, mode: "Crypto", expectCents: agree ? cents : null };
}

export const getJoiningFee = call({
  name: "getJoiningFee",
  method: "GET",
  path: "/api/onetimepay/get_joiningfee",
  async handle({ context, session }) {
    const { feeCents } = await readFeeAndViewer(context, session);
    return { status: true, amount: toWire(feeCents) };
  },
});

export const payJoiningFee = call({
  name: "payJoiningFee",
  method: "POST",
  path: "/api/stripe/create-onetimepay",
  ownId: { in: "body", name: "userID" },
  body: oneTimeBody,
  handle: ({ body, context, session }) => checkout(context, session, oneTimePurchase(body)),
});

export const payByCard = call({
  name: "payByCard",
  method: "POST",
  path: "/api/stripe/create-checkout-session",
  ownId: { in: "body", name: "userID" },
  body: cardBody,
  handle: ({ body, context, session }) => checkout(context, session, cardPurchase(body), { fields: body, within: "" }),
});

export const payByCrypto = call({
  name: "payByCrypto",
  method: "POST",
  path: "/api/crypto/create-checkout-session",
  ownId: { in: "body", name: "metadata.userID" },
  body: cryptoBody,
  handle: ({ body, context, session }) =>
    checkout(context, session, cryptoPurchase(body), { fields: body.metadata, within: "metadata." }),
});

type Sent = { fields: Record<string, unknown>; /** Where in the body they stand. */ within: string };

/** A wrong amount is refused before a stake is held, a payment cancelled or a provider called. */
async function checkout(
  context: RequestContext,
  session: Session,
  purchase: Purchase,
  { fields, within }: Sent = { fields: {}, within: "" },
) {
  const named = readPurchaseName(purchase.caskId, fields);
  if (!named.ok) {
    const [[field, message] = ["full_name", nameTexts.onCertificate.missing]] = Object.entries(named.errors);
    return problem(400, message, { field: within + field });
  }
  const started = await startCheckout(context, session, { ...purchase, holder: named.holder });
  if (started.ok) {
    const { sessionId, url, paymentId } = started;
    return { id: sessionId, url: url ?? `${context.origin}/payment-success?payment=${paymentId}` };
  }
  const { status, headers } = answerTo(started.code);
  const { text, field } = refusals[started.code];
  return problem(status, text, { field, headers });
}
