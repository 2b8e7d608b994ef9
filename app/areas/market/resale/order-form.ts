import * as z from "zod";
import { orderFormErrors as errors } from "~/content/market-texts";
import { firstErrors } from "~/core/first-errors";
import { typedToCents } from "~/domain/money";

/** In one order. */
export const MOST_STAKES = 1000;
/** Ten million dollars; the valuation sets a lower one. */
export const MOST_CENTS = 1_000_000_000;

const limitCents = z
  .string(errors.limit)
  .transform(typedToCents)
  .pipe(z.int(errors.limit).min(1, errors.limit).max(MOST_CENTS, errors.limit));

const sellSchema = z.object({
  stake: z
    .array(z.string().regex(/^\w{1,60}$/, errors.stake))
    .min(1, errors.stake)
    .max(MOST_STAKES, errors.stake),
  limit_price: limitCents,
});

const buySchema = z.object({
  quantity: z
    .string(errors.quantity)
    .trim()
    .regex(/^\d{1,4}$/, errors.quantity)
    .transform(Number)
    .pipe(z.int(errors.quantity).min(1, errors.quantity).max(MOST_STAKES, errors.quantity)),
  limit_price: limitCents,
});

export type OrderField = "stake" | "quantity" | "limit_price";
export type OrderErrors = Partial<Record<OrderField, string>>;

/** `carriesOver`: what is not filled is placed again in the next round. */
type Terms = { limitCents: number; carriesOver?: boolean };
export type OrderAsked = ({ side: "sell"; stakeIds: string[] } | { side: "buy"; quantity: number }) & Terms;

/** What was typed, to be shown again. */
export type TypedOrder = {
  side: "sell" | "buy";
  stakes: string[];
  quantity: string;
  limit_price: string;
  carry_over: boolean;
};

export type ReadOrder = { typed: TypedOrder } & ({ ok: true; asked: OrderAsked } | { ok: false; errors: OrderErrors });

/** A stake named twice counts once. */
export function readOrder(side: "sell" | "buy", form: FormData): ReadOrder {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, 40) : "";
  };
  const stakes = [...new Set(form.getAll("stake").filter((one) => typeof one === "string"))];
  const typed = {
    ...{ side, stakes: stakes.slice(0, MOST_STAKES), quantity: text("quantity") },
    limit_price: text("limit_price"),
    carry_over: form.has("carry_over"),
  };
  const fields = { ...typed, stake: stakes };
  if (side === "sell") {
    const read = sellSchema.safeParse(fields);
    if (!read.success) return { ok: false, typed, errors: firstErrors(read.error) };
    const { stake: stakeIds, limit_price } = read.data;
    return { ok: true, typed, asked: { side, stakeIds, limitCents: limit_price, carriesOver: typed.carry_over } };
  }
  const read = buySchema.safeParse(fields);
  if (!read.success) return { ok: false, typed, errors: firstErrors(read.error) };
  const { quantity, limit_price } = read.data;
  return { ok: true, typed, asked: { side, quantity, limitCents: limit_price, carriesOver: typed.carry_over } };
}
