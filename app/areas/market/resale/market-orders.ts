import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { RESALE_ORDER_STATES, RESALE_SIDES } from "~/db/schema/names";
import { mapWork, rows, type Work } from "~/db/work";
import { lastWithdrawal } from "~/domain/auction/rounds";

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
  /** The stakes that a sell order offers, in the order in which they are sold. */
  stakes: { stakeId: string; number: number }[];
};

type OrderRow = Omit<MarketOrder, "result" | "stakes" | "withdrawUntilMs"> & {
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
      orders.reserved_cents AS reservedCents, rounds.closes_at_ms AS closesAtMs, rounds.fee_basis_points AS feeBasisPoints,
      rounds.state IN ('cleared', 'settled') AS isCleared, rounds.price_cents AS priceCents,
      (SELECT count(*) FROM resale_fills WHERE (buy_number = orders.number OR sell_number = orders.number) AND resale_fills.state <> 'failed') AS filled,
      (SELECT json_group_array(json_object('stakeId', stakes.id, 'number', stakes.number) ORDER BY offered.position)
        FROM resale_offered_stakes AS offered JOIN stakes ON stakes.id = offered.stake_id WHERE offered.order_number = orders.number) AS stakes
    FROM resale_orders AS orders JOIN resale_rounds AS rounds ON rounds.id = orders.round_id JOIN casks ON casks.id = orders.cask_id
    WHERE orders.user_id = ${userId} ${caskId === null ? sql`` : sql`AND orders.cask_id = ${caskId}`}
    ORDER BY orders.number DESC LIMIT ${MOST_ORDERS}`);
  return mapWork(rows(query), (found) =>
    found.map(({ isCleared, priceCents, filled, stakes, ...order }) => ({
      ...order,
      withdrawUntilMs: lastWithdrawal(order.closesAtMs),
      result: isCleared === 1 ? { priceCents, filled } : null,
      stakes: JSON.parse(stakes) as MarketOrder["stakes"],
    })),
  );
}
