import * as z from "zod";
import { apiTexts, fieldTexts } from "~/content/api-texts";
import { orderFormErrors, orderFormTexts, orderRefusals as texts, orderTexts } from "~/content/market-texts";
import { toasts } from "~/content/toasts";
import { wireToCents } from "~/domain/money";
import { MOST_CENTS, MOST_STAKES, type OrderAsked } from "~/areas/market/resale/order-form";
import { type PlaceOutcome, placeOrder } from "~/areas/market/resale/place-order";
import { giveUpCarry } from "~/areas/market/resale/give-up-carry";
import { withdrawOrder } from "~/areas/market/resale/withdraw-order";
import { readId, readNumber } from "~/server/read-id";
import { withinLimit } from "~/server/session/within-limit";
import { sha256 } from "~/server/sha256";
import { done, doneSchema, problem, withData } from "./answer";
import { call } from "./call";
import { claimedAmount, id } from "./fields";
import { closedMarket } from "./market";
import { orderSchema, orderWire } from "./market-wire";

const orderBody = z
  .object({
    side: z.enum(["buy", "sell"]),
    limit_price: claimedAmount.max(MOST_CENTS / 100).meta({
      description: "Of one stake, in US dollars: the most a buyer pays, before the fee, or the least a seller takes",
    }),
    quantity: z.number().int().min(1).max(MOST_STAKES).optional().meta({ description: "Of stakes, to buy" }),
    stakes: z
      .array(id)
      .min(1, orderFormErrors.stake)
      .max(MOST_STAKES)
      .optional()
      .meta({ description: "Those to sell" }),
    carry_over: z.boolean().optional().meta({ description: "Place what the round leaves again in the next one" }),
  })
  .superRefine(({ side, quantity, stakes }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    const [needed, other] = side === "buy" ? (["quantity", "stakes"] as const) : (["stakes", "quantity"] as const);
    const given = { quantity, stakes };
    if (given[needed] === undefined) refuse(needed, fieldTexts.missing(needed));
    else if (given[other] !== undefined) refuse(other, apiTexts.otherSide(other, side));
  });

function askedBy({
  side,
  limit_price,
  quantity = 0,
  stakes = [],
  carry_over = false,
}: z.infer<typeof orderBody>): OrderAsked {
  const limitCents = wireToCents(limit_price) ?? 0;
  const terms = { limitCents, carriesOver: carry_over };
  return side === "buy" ? { side, quantity, ...terms } : { side, stakeIds: [...new Set(stakes)], ...terms };
}

export const placeMarketOrder = call({
  operationId: "placeOrder",
  method: "POST",
  path: "/api/market/{cask}/orders",
  summary:
    "Place a sealed order in the round that is open. A buy order sets aside limit and fee for each stake; a sell order holds the stakes. The same order again is the first one.",
  body: orderBody,
  answer: withData(orderSchema),
  errors: [403, 404, 409, 429],
  async handle({ body, context, session, params }) {
    const placed = await placeOrder({ ...context, sha256 }, withinLimit(context, session, "orders"), {
      caskId: readId(params.cask),
      country: context.country,
      asked: askedBy(body),
    });
    return placed.ok ? { status: true, data: orderWire(placed.order) } : refusalOf(placed);
  },
});

function refusalOf({ refusal, market }: Extract<PlaceOutcome, { ok: false }>): Response {
  if (!market) return closedMarket("cask");
  switch (refusal.code) {
    case "market-off":
      return closedMarket();
    case "not-activated":
      return problem(403, texts["not-activated"]);
    case "limit-too-high":
    case "limit-too-low":
      return problem(409, texts[refusal.code](refusal.boundCents), { field: "limit_price" });
    case "too-many-stakes":
      return problem(409, texts[refusal.code](refusal.most), { field: "quantity" });
    case "not-enough-money":
      return problem(409, texts[refusal.code](refusal.neededCents, refusal.walletCents));
    case "stake-not-offered": {
      const why = orderFormTexts.sell.not[refusal.not];
      return problem(409, texts[refusal.code](refusal.number, why), { field: "stakes" });
    }
    case "no-such-stake":
      return problem(409, texts[refusal.code], { field: "stakes" });
    default:
      return problem(409, texts[refusal.code]);
  }
}

export const withdrawMarketOrder = call({
  operationId: "withdrawOrder",
  method: "DELETE",
  path: "/api/market/orders/{number}",
  summary:
    "Take an order back until 24 hours before the close, with what it holds; withdrawn twice it is withdrawn once. Needs no open market.",
  answer: doneSchema,
  errors: [404, 409, 429],
  async handle({ context, session, params }) {
    const number = readNumber(params.number);
    const outcome = await withdrawOrder(context, withinLimit(context, session, "orders"), number);
    if (outcome.ok) return done(toasts["order-withdrawn"].text);
    if (outcome.code === "no-such-order") return problem(404, apiTexts.notFound, { field: "number" });
    // Of one whose round is over there is only the carrying left to take back.
    if (outcome.code === "ended" && (await giveUpCarry(context, session, number)).ok)
      return done(toasts["order-not-again"].text);
    return problem(409, outcome.code === "ended" ? orderTexts.ended : orderTexts.tooLate);
  },
});
