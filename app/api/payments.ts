import * as z from "zod";
import { apiTexts } from "~/content/api-texts";
import { nameTexts } from "~/content/name-texts";
import { paymentProblems } from "~/content/payments";
import { answerTo, type Purchase, startCheckout } from "~/areas/buying/start-checkout";
import { readPurchaseName } from "~/areas/accounts/profile/name-holder";
import type { Session } from "~/core/session/session";
import { readFeeAndViewer } from "~/core/settings/joining-fee";
import type { RequestContext } from "~/server/context";
import { problem } from "./answer";
import { call } from "./call";
import { dollars, toWire } from "./fields";
import { cardBody, cardPurchase, cryptoBody, cryptoPurchase, oneTimeBody, oneTimePurchase } from "./purchase-bodies";

export const getJoiningFee = call({
  operationId: "getJoiningFee",
  method: "GET",
  path: "/api/onetimepay/get_joiningfee",
  summary: "What activation costs.",
  answer: z.object({ status: z.literal(true), amount: dollars }),
  async handle({ context, session }) {
    const { feeCents } = await readFeeAndViewer(context, session);
    return { status: true, amount: toWire(feeCents) };
  },
});

export const checkoutAnswer = z.object({
  id: z.string().meta({ description: "The provider's session" }),
  url: z.string().meta({ description: "Where the buyer pays" }),
});

export const payJoiningFee = call({
  operationId: "payJoiningFee",
  method: "POST",
  path: "/api/stripe/create-onetimepay",
  summary: "Start the payment of the joining fee by card.",
  ownId: { in: "body", name: "userID" },
  body: oneTimeBody,
  answer: checkoutAnswer,
  errors: [403, 409, 429],
  handle: ({ body, context, session }) => checkout(context, session, oneTimePurchase(body)),
});

export const payByCard = call({
  operationId: "payByCard",
  method: "POST",
  path: "/api/stripe/create-checkout-session",
  summary: "Hold a stake for 35 minutes and start its payment by card.",
  ownId: { in: "body", name: "userID" },
  body: cardBody,
  answer: checkoutAnswer,
  errors: [403, 404, 409, 429],
  handle: ({ body, context, session }) => checkout(context, session, cardPurchase(body), { fields: body, within: "" }),
});

export const payByCrypto = call({
  operationId: "payByCrypto",
  method: "POST",
  path: "/api/crypto/create-checkout-session",
  summary: "Start a payment in USDT on BSC, for a stake or the joining fee.",
  ownId: { in: "body", name: "metadata.userID" },
  body: cryptoBody,
  answer: checkoutAnswer,
  errors: [403, 404, 409, 429],
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
): Promise<z.infer<typeof checkoutAnswer> | Response> {
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
  if (started.code === "wrong-price") return problem(409, apiTexts.wrongPrice, { field: "amount" });
  const { status, headers } = answerTo(started.code);
  return problem(status, paymentProblems[started.code].text, { headers });
}
