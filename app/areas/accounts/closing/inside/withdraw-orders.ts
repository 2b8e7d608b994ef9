import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { Statement } from "~/db/work";
import { lastWithdrawal } from "~/domain/auction/rounds";
import { freeReserved } from "~/core/ledger/free-reserved";

/** How long before the close of a round is the last moment, in SQL. */
const LAST_DAY_MS = -lastWithdrawal(0);

/**
 * An account that is to be closed takes no part in the market any more: its orders that may still be withdrawn are, and nothing of them
 * is placed again. One past that moment stands until its round is over. The database holds the same (account_closings_without_orders).
 * @param may what else must hold, in SQL
 */
export function withdrawOrders(
  db: Database,
  { userId, nowMs, may }: { userId: string; nowMs: number; may: SQL },
): Statement[] {
  const own = sql`resale_orders.user_id = ${userId}`;
  return [
    db.run(sql`UPDATE resale_orders SET state = 'withdrawn', ended_at_ms = ${nowMs} WHERE ${own} AND resale_orders.state = 'open'
      AND EXISTS (SELECT 1 FROM resale_rounds WHERE resale_rounds.id = resale_orders.round_id AND resale_rounds.state = 'open'
        AND resale_rounds.closes_at_ms - ${LAST_DAY_MS} >= ${nowMs}) AND ${may}`),
    freeReserved(db, {
      which: sql`${own} AND resale_orders.state = 'withdrawn' AND resale_orders.ended_at_ms = ${nowMs}`,
      nowMs,
    }),
    db.run(sql`UPDATE resale_orders SET carry_end = 'given-up', carry_ended_at_ms = ${nowMs} WHERE ${own} AND carries_over = 1
      AND carry_end IS NULL AND resale_orders.state IN ('open', 'ended') AND ${may}`),
  ];
}
