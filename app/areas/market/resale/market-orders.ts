import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { RESALE_CARRY_ENDS, RESALE_ORDER_STATES, RESALE_SIDES } from "~/db/schema/names-of-resale";
import { mapWork, rows, type Work } from "~/db/work";
import { lastWithdrawal } from "~/domain/auction/rounds";

type CarryEnd = (typeof RESALE_CARRY_ENDS)[number];

/** An order of the viewer. Nobody else sees it before the close, operators included. */
export type MarketOrder = {
  number: number;
  caskId: string;
  caskName: string;
  /** 'YYYY-MM' */
  month: string;
  side: (typeof RESALE_SIDES)[number];
  limitCents: number;
  quantity: number;
  salt: string;
  /** See `receiptOf`. */
  receipt: string;
  state: (typeof RESALE_ORDER_STATES)[number];
  /** What it holds of the wallet. */
  reservedCents: number;
  closesAtMs: number;
  withdrawUntilMs: number;
  feeBasisPoints: number;
  /** What came of it; null: its round has no result yet. */
  result: { priceCents: number | null; filled: number } | null;
  /** The order whose rest this one is. */
  follows: number | null;
  /** Whether its rest is placed again. 'asked': it is to be; 'waits': once the next round opens. null: it is not to be. */
  carry: "asked" | "waits" | CarryEnd | null;
  /** What its stakes brought its seller; null: nothing was sold, or it is a buy order. */
  proceeds: { creditCents: number; payableFromMs: number; isPaid: boolean } | null;
  /** The stakes that a sell order offers, in the order in which they are sold. */
  stakes: { stakeId: string; number: number }[];
};

type OrderRow = Omit<MarketOrder, "result" | "stakes" | "withdrawUntilMs" | "carry" | "proceeds"> & {
  carriesOver: 0 | 1;
  carryEnd: CarryEnd | null;
  proceeds: string;
  isCleared: 0 | 1;
  priceCents: number | null;
  filled: number;
  stakes: string;
};

/** Of one person, the latest first; more are on the statements. */
const MOST_ORDERS = 20;

/** @param caskId of this cask only; null: of all */
export function readOrders(
  db: Database,
  { userId, caskId }: { userId: string; caskId: string | null },
): Work<MarketOrder[]> {
  const query =
    db.all<OrderRow>(sql`SELECT orders.number, orders.cask_id AS caskId, casks.name AS caskName, rounds.month, orders.side,
      orders.limit_cents AS limitCents, orders.quantity, orders.salt, orders.receipt, orders.state,
      orders.reserved_cents AS reservedCents, orders.follows, orders.carries_over AS carriesOver, orders.carry_end AS carryEnd, rounds.closes_at_ms AS closesAtMs, rounds.fee_basis_points AS feeBasisPoints,
      rounds.state IN ('cleared', 'settled') AS isCleared, rounds.price_cents AS priceCents,
      (SELECT count(*) FROM resale_fills WHERE (buy_number = orders.number OR sell_number = orders.number) AND resale_fills.state <> 'failed') AS filled,
      (SELECT json_array(sum(credit_cents), max(payable_from_ms), count(paid_at_ms) = count(*)) FROM resale_fills
        WHERE sell_number = orders.number AND resale_fills.state = 'settled') AS proceeds,
      (SELECT json_group_array(json_object('stakeId', stakes.id, 'number', stakes.number) ORDER BY offered.position)
        FROM resale_offered_stakes AS offered JOIN stakes ON stakes.id = offered.stake_id WHERE offered.order_number = orders.number) AS stakes
    FROM resale_orders AS orders JOIN resale_rounds AS rounds ON rounds.id = orders.round_id JOIN casks ON casks.id = orders.cask_id
    WHERE orders.user_id = ${userId} ${caskId === null ? sql`` : sql`AND orders.cask_id = ${caskId}`}
    ORDER BY orders.number DESC LIMIT ${MOST_ORDERS}`);
  return mapWork(rows(query), (found) =>
    found.map(({ isCleared, priceCents, filled, stakes, carriesOver, carryEnd, proceeds, ...order }) => ({
      ...order,
      carry: carriesOver === 1 ? carryOf(order.state, carryEnd) : null,
      proceeds: proceedsFrom(proceeds),
      withdrawUntilMs: lastWithdrawal(order.closesAtMs),
      result: isCleared === 1 ? { priceCents, filled } : null,
      stakes: JSON.parse(stakes) as MarketOrder["stakes"],
    })),
  );
}

/** An order that was withdrawn or left out is over. */
function carryOf(state: MarketOrder["state"], end: CarryEnd | null): MarketOrder["carry"] {
  if (end) return end;
  return state === "open" ? "asked" : state === "ended" ? "waits" : null;
}

function proceedsFrom(json: string): MarketOrder["proceeds"] {
  const [creditCents, payableFromMs, isPaid] = JSON.parse(json) as [number | null, number | null, 0 | 1];
  return creditCents === null || payableFromMs === null ? null : { creditCents, payableFromMs, isPaid: isPaid === 1 };
}

/** Something of it is not over yet, so that its owner has to be able to reach it. */
export const isUnderWay = ({ state, carry }: MarketOrder): boolean => state === "open" || carry === "waits";
