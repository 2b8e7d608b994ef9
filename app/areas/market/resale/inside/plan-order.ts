import { lowestLimit, reservationOf } from "~/domain/auction/amounts";
import type { RoundTimes } from "~/domain/auction/rounds";
import type { OrderAsked } from "../order-form";
import type { OrderMarket } from "../read-market";
import type { MarketStake, NotOffered } from "../market-stakes";

/** An order that may be placed, as of what was read. */
export type OrderPlan = {
  asked: OrderAsked;
  round: RoundTimes;
  quantity: number;
  /** 0 of a sell order. */
  reservedCents: number;
  /** Of a sell order. */
  stakes: MarketStake[];
};

/** Why an order is not placed, with the figure or the stake it is about. */
export type OrderRefusal =
  | { code: "market-off" | "not-activated" | "cask-ending" | "round-closed" | "already-ordered" }
  | { code: "account-closing" }
  | { code: "limit-too-high" | "limit-too-low"; boundCents: number }
  | { code: "too-many-stakes"; most: number }
  | { code: "not-enough-money"; neededCents: number; walletCents: number }
  | { code: "stake-not-offered"; stakeId: string; number: number; not: NotOffered }
  | { code: "no-such-stake" | "changed" };

export type PlannedOrder = { ok: true; plan: OrderPlan } | { ok: false; refusal: OrderRefusal };

const refused = (refusal: OrderRefusal): PlannedOrder => ({ ok: false, refusal });

/** Whether the order may be placed. The statements that write it check the same once more. */
export function planOrder(market: OrderMarket, asked: OrderAsked): PlannedOrder {
  const { round } = market;
  const { highestCents } = market.cask;
  const closed = closedFor(market);
  if (closed) return refused({ code: closed });
  if (!round) return refused({ code: "round-closed" });
  if (market.orders.some(({ state }) => state === "open")) return refused({ code: "already-ordered" });
  if (asked.limitCents > highestCents) return refused({ code: "limit-too-high", boundCents: highestCents });
  return asked.side === "buy" ? planBuying(market, asked, round) : planSelling(market, asked, round);
}

/** Why the viewer can place no order on this cask at all, whichever it is; null: they can, while a round is open. */
function closedFor({ isOpen, isClosing, viewer, cask }: OrderMarket) {
  if (!isOpen) return "market-off" as const;
  if (!viewer.activated) return "not-activated" as const;
  if (isClosing) return "account-closing" as const;
  return cask.isEnding ? ("cask-ending" as const) : null;
}

function planBuying(
  { cask, walletCents }: OrderMarket,
  asked: Extract<OrderAsked, { side: "buy" }>,
  round: RoundTimes,
): PlannedOrder {
  const { limitCents, quantity } = asked;
  if (quantity > cask.issued) return refused({ code: "too-many-stakes", most: cask.issued });
  const neededCents = reservationOf({ limit: limitCents, quantity }, cask.feeBasisPoints);
  if (neededCents > walletCents) return refused({ code: "not-enough-money", neededCents, walletCents });
  return { ok: true, plan: { asked, round, quantity, reservedCents: neededCents, stakes: [] } };
}

function planSelling(
  { cask, stakes }: OrderMarket,
  asked: Extract<OrderAsked, { side: "sell" }>,
  round: RoundTimes,
): PlannedOrder {
  const offered = stakes.filter(({ stakeId }) => asked.stakeIds.includes(stakeId));
  if (offered.length !== asked.stakeIds.length) return refused({ code: "no-such-stake" });
  for (const { stakeId, number, not } of offered)
    if (not) return refused({ code: "stake-not-offered", stakeId, number, not });
  const boundCents = lowestLimit(
    offered.map((stake) => stake.advancedCents),
    cask.feeBasisPoints,
  );
  if (asked.limitCents < boundCents) return refused({ code: "limit-too-low", boundCents });
  return { ok: true, plan: { asked, round, quantity: offered.length, reservedCents: 0, stakes: offered } };
}
