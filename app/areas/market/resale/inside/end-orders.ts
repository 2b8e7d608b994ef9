import { type SQL, sql } from "drizzle-orm";
import type { RESALE_CARRY_ENDS } from "~/db/schema/names-of-resale";
import type { Database } from "~/db/client";
import type { Statement } from "~/db/work";
import { freeReserved } from "~/core/ledger/free-reserved";

type Ending = {
  roundId: string;
  /** Which of its orders that stand, in SQL. */
  which: SQL;
  nowMs: number;
  as?: "ended" | "left-out";
  /** Why nothing of them is placed again; without one only those that were filled are done with. */
  carryEnd?: (typeof RESALE_CARRY_ENDS)[number];
};

/** Ends orders of a round: what a buyer's order held and did not spend goes back to the wallet; a trigger releases the seller's stakes. */
export function endOrders(db: Database, { roundId, which, nowMs, as = "ended", carryEnd }: Ending): Statement[] {
  const spent = sql`(SELECT coalesce(sum(price_cents + fee_cents), 0) FROM resale_fills
    WHERE buy_number = resale_orders.number AND resale_fills.state = 'settled')`;
  const left = sql<number>`(reserved_cents - ${spent})`;
  const standing = sql`round_id = ${roundId} AND resale_orders.state = 'open' AND ${which}`;
  const filled = sql`(SELECT count(*) FROM resale_fills WHERE resale_fills.state = 'settled'
    AND resale_orders.number IN (sell_number, buy_number)) = quantity`;
  const end = carryEnd ? sql`${carryEnd}` : sql`iif(${filled}, 'filled', NULL)`;
  const decided = sql`carries_over = 1 AND carry_end IS NULL AND ${end} IS NOT NULL`;
  return [
    freeReserved(db, { which: sql`${standing} AND ${left} > 0`, nowMs, amount: left }),
    db.run(sql`UPDATE resale_orders SET state = ${as}, ended_at_ms = ${nowMs}, carry_end = iif(${decided}, ${end}, carry_end),
      carry_ended_at_ms = iif(${decided}, ${nowMs}, carry_ended_at_ms) WHERE ${standing}`),
  ];
}
