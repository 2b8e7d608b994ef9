import { sql } from "drizzle-orm";
import type { RESALE_CARRY_ENDS, RESALE_ORDER_STATES } from "~/db/schema/names-of-resale";
import { lastWithdrawal, nextRound } from "~/domain/auction/rounds";
import type { Deps } from "~/core/deps";

type OrderNewsRow = {
  email: string | null;
  phone: string | null;
  caskName: string;
  month: string;
  side: "buy" | "sell";
  quantity: number;
  limitCents: number;
  reservedCents: number;
  state: (typeof RESALE_ORDER_STATES)[number];
  roundState: string;
  closesAtMs: number;
  priceCents: number | null;
  carriesOver: 0 | 1;
  carryEnd: (typeof RESALE_CARRY_ENDS)[number] | null;
  filled: number;
  failed: number;
  feeCents: number;
  advancedCents: number;
  priceOfFilled: number;
  creditCents: number;
  payableFromMs: number | null;
};

export type OrderNews = Omit<OrderNewsRow, "priceOfFilled" | "carriesOver"> & {
  withdrawUntilMs: number;
  /** What the buyer paid with the fee, or what the seller gets. */
  totalCents: number;
  /** What of the buyer's money is back. */
  freedCents: number;
  /** When the rest is placed again; null: it is not to be. */
  placedAgainMs: number | null;
};

/** What the owner of an order is told of it, and how they are reached; null: there is none. One round trip. */
export async function readOrderNews({ db }: Pick<Deps, "db">, number: number): Promise<OrderNews | null> {
  const of = (what: string) =>
    sql`(SELECT ${sql.raw(what)} FROM resale_fills WHERE resale_fills.state = 'settled' AND placed.number IN (sell_number, buy_number))`;
  const [found] =
    await db.all<OrderNewsRow>(sql`SELECT users.email, users.phone, casks.name AS caskName, month, side, quantity,
      limit_cents AS limitCents, reserved_cents AS reservedCents, placed.state, resale_rounds.state AS roundState, closes_at_ms AS closesAtMs,
      price_cents AS priceCents, carries_over AS carriesOver, carry_end AS carryEnd, ${of("count(*)")} AS filled,
      (SELECT count(*) FROM resale_fills WHERE resale_fills.state = 'failed' AND placed.number IN (sell_number, buy_number)) AS failed,
      ${of("coalesce(sum(fee_cents), 0)")} AS feeCents, ${of("coalesce(sum(advanced_cents), 0)")} AS advancedCents,
      ${of("coalesce(sum(resale_fills.price_cents), 0)")} AS priceOfFilled, ${of("coalesce(sum(credit_cents), 0)")} AS creditCents,
      ${of("max(payable_from_ms)")} AS payableFromMs
    FROM resale_orders AS placed JOIN resale_rounds ON resale_rounds.id = placed.round_id JOIN casks ON casks.id = placed.cask_id
      JOIN users ON users.id = placed.user_id WHERE placed.number = ${number}`);
  if (!found) return null;
  const { priceOfFilled, carriesOver, ...news } = found;
  const { side, feeCents, advancedCents, creditCents, reservedCents, closesAtMs } = news;
  const paidCents = priceOfFilled + feeCents;
  const goesOn = carriesOver === 1 && news.state === "ended" && (news.carryEnd === null || news.carryEnd === "placed");
  return {
    ...news,
    advancedCents: side === "sell" ? advancedCents : 0,
    withdrawUntilMs: lastWithdrawal(closesAtMs),
    totalCents: side === "buy" ? paidCents : creditCents,
    freedCents: side === "buy" ? reservedCents - paidCents : 0,
    placedAgainMs: goesOn ? nextRound(closesAtMs).opensAtMs : null,
  };
}
