import * as z from "zod";
import { apiTexts } from "~/content/api-texts";
import { orderRefusals } from "~/content/market-texts";
import { roundHref } from "~/domain/audit/audit-pages";
import { readCaskMarket, readMarket } from "~/areas/market/resale/read-market";
import { readId } from "~/server/read-id";
import { problem, withData } from "./answer";
import { call } from "./call";
import { dollars, id, toWire } from "./fields";
import {
  frameFields,
  frameWire,
  heldRoundSchema,
  heldRoundWire,
  marketCaskSchema,
  marketCaskWire,
} from "./market-wire";

/** 404 while the market is closed for the caller, as if it were not there. */
export const closedMarket = (field?: string) => problem(404, apiTexts.notFound, field === undefined ? {} : { field });

export const getMarket = call({
  operationId: "getMarket",
  method: "GET",
  path: "/api/market",
  summary:
    "The market in which investors sell stakes to each other: the round, the caller's orders, and the casks, which are listed once the account is activated. 404 while the market is closed for the caller.",
  answer: withData(z.object({ ...frameFields, casks: z.array(marketCaskSchema) })),
  errors: [404],
  async handle({ context, session }) {
    const market = await readMarket(context, session, { country: context.country });
    if (!market) return closedMarket();
    return { status: true, data: { ...frameWire(market), casks: market.casks.map(marketCaskWire) } };
  },
});

const ownStake = z.object({
  stake_id: id,
  number: z.number().int(),
  advanced: dollars.meta({ description: "Returns already paid on it, which its sale pays back" }),
  not_offered: z
    .enum(["frozen", "return-ready", "withdrawal-open"])
    .nullable()
    .meta({ description: "Why it cannot be offered now" }),
});

export const getCaskMarket = call({
  operationId: "getCaskMarket",
  method: "GET",
  path: "/api/market/{cask}",
  summary: "One cask in the market: prices, limits and fee, the caller's stakes and orders, and its latest rounds.",
  answer: withData(
    marketCaskSchema.extend({
      ...frameFields,
      stakes: z.array(ownStake),
      rounds: z.array(heldRoundSchema).meta({ description: "The latest first, at most 12" }),
    }),
  ),
  errors: [404],
  async handle({ context, session, params }) {
    const caskId = readId(params.cask);
    const market = await readCaskMarket(context, session, { country: context.country, caskId });
    if (!market) return closedMarket("cask");
    if (!market.viewer.activated) return problem(403, orderRefusals["not-activated"]);
    const stakes = market.stakes.map(({ stakeId, number, advancedCents, not }) => ({
      ...{ stake_id: stakeId, number, advanced: toWire(advancedCents), not_offered: not },
    }));
    const rounds = market.rounds.map((round) =>
      heldRoundWire(round, `${context.origin}${roundHref({ caskId, month: round.month })}`),
    );
    return { status: true, data: { ...marketCaskWire(market.cask), ...frameWire(market), stakes, rounds } };
  },
});
