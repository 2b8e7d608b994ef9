import * as z from "zod";
import { utcTime } from "~/domain/instant";
import type { HeldRound } from "~/areas/market/resale/held-rounds";
import type { MarketOrder } from "~/areas/market/resale/market-orders";
import type { Market, MarketCask } from "~/areas/market/resale/read-market";
import { date, dollars, id, toWire } from "./fields";

// The market as the API tells it: rounds, orders and casks.

const time = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const month = z.string().meta({ description: "'YYYY-MM'" });
const side = z.enum(["buy", "sell"]);

export const orderSchema = z
  .object({
    number: z.number().int(),
    cask_id: id,
    cask_name: z.string(),
    round: month,
    side,
    limit_price: dollars,
    quantity: z.number().int(),
    state: z.enum(["open", "withdrawn", "ended", "left-out"]),
    reserved: dollars.meta({ description: "What it set aside of the wallet, fee included" }),
    stakes: z.array(id).meta({ description: "Of a sell order, in the order in which they are sold" }),
    receipt: z.string().meta({
      description: "SHA-256 of the canonical JSON {cask, limit, quantity, round, salt, side}; the limit is in cents",
    }),
    salt: z.string(),
    carry_over: z
      .boolean()
      .meta({ description: "What its round leaves is, or is still to be, placed again in the next one" }),
    closes_at: time,
    withdraw_until: time,
    result: z
      .object({ price: dollars.nullable(), filled: z.number().int() })
      .nullable()
      .meta({ description: "null until the round has one; without a price nothing cleared" }),
  })
  .meta({ title: "Order" });

export const orderWire = (order: MarketOrder): z.infer<typeof orderSchema> => ({
  number: order.number,
  cask_id: order.caskId,
  cask_name: order.caskName,
  round: order.month,
  side: order.side,
  limit_price: toWire(order.limitCents),
  quantity: order.quantity,
  state: order.state,
  reserved: toWire(order.reservedCents),
  stakes: order.stakes.map(({ stakeId }) => stakeId),
  receipt: order.receipt,
  salt: order.salt,
  carry_over: order.carry === "asked" || order.carry === "waits",
  closes_at: utcTime(order.closesAtMs),
  withdraw_until: utcTime(order.withdrawUntilMs),
  result: order.result && { price: toWire(order.result.priceCents), filled: order.result.filled },
});

export const frameFields = {
  is_open: z.boolean().meta({ description: "false: closed for the caller, whose order from before can be withdrawn" }),
  wallet: dollars,
  round: z.object({ round: month, opens_at: time, closes_at: time, withdraw_until: time }).nullable(),
  next_round_opens_at: time,
  orders: z.array(orderSchema).meta({ description: "The caller's own, the latest first, at most 20" }),
};

export const frameWire = ({ isOpen, walletCents, round, next, orders }: Market) => ({
  is_open: isOpen,
  wallet: toWire(walletCents),
  round: round && {
    round: round.month,
    opens_at: utcTime(round.opensAtMs),
    closes_at: utcTime(round.closesAtMs),
    withdraw_until: utcTime(round.withdrawUntilMs),
  },
  next_round_opens_at: utcTime(next.opensAtMs),
  orders: orders.map(orderWire),
});

export const marketCaskSchema = z.object({
  cask_id: id,
  cask_name: z.string(),
  issued_stakes: z.number().int(),
  own_stakes: z.number().int(),
  last_value: z
    .object({ value: dollars, valued_on: date, tier: z.enum(["measured", "modelled", "opinion"]) })
    .nullable(),
  last_price: z.object({ price: dollars, round: month }).nullable(),
  highest_limit: dollars,
  fee_percent: z.number().meta({ description: "Of the price, from buyer and seller each" }),
  is_ending: z.boolean().meta({ description: "Sold, or its sale is being checked: takes no orders" }),
});

export const marketCaskWire = (cask: MarketCask): z.infer<typeof marketCaskSchema> => ({
  cask_id: cask.caskId,
  cask_name: cask.name,
  issued_stakes: cask.issued,
  own_stakes: cask.mine,
  last_value: cask.lastValue && {
    value: toWire(cask.lastValue.valueCents),
    valued_on: cask.lastValue.valuedOn,
    tier: cask.lastValue.tier,
  },
  last_price: cask.lastPrice && { price: toWire(cask.lastPrice.priceCents), round: cask.lastPrice.month },
  highest_limit: toWire(cask.highestCents),
  fee_percent: cask.feeBasisPoints / 100,
  is_ending: cask.isEnding,
});

export const heldRoundSchema = z.object({
  round: month,
  closed_at: time,
  price: dollars.nullable().meta({ description: "null: nothing cleared" }),
  stakes: z.number().int(),
  file: z
    .string()
    .nullable()
    .meta({ description: "Its published orders and result; null: stopped, the cask was sold" }),
});

/** @param file where it is published */
export const heldRoundWire = (round: HeldRound, file: string): z.infer<typeof heldRoundSchema> => ({
  round: round.month,
  closed_at: utcTime(round.closesAtMs),
  price: toWire(round.priceCents),
  stakes: round.stakes,
  file: round.outcome === "published" ? file : null,
});
