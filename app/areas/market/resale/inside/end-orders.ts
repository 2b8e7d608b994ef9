import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { Statement } from "~/db/work";
import { house, walletIn } from "~/core/ledger/accounts";
import { transferEach } from "~/core/ledger/transfer-each";

/**
 * Ends every order of a round that stands: what a buyer's order held and did not spend goes back to the wallet; a trigger releases the
 * seller's stakes. @param when in SQL; nothing is written unless it holds
 */
export function endOrders(
  db: Database,
  { roundId, when, nowMs }: { roundId: string; when: SQL; nowMs: number },
): Statement[] {
  const spent = sql`(SELECT coalesce(sum(price_cents + fee_cents), 0) FROM resale_fills
    WHERE buy_number = resale_orders.number AND resale_fills.state = 'settled')`;
  const left = sql<number>`(reserved_cents - ${spent})`;
  const standing = sql`round_id = ${roundId} AND resale_orders.state = 'open' AND ${when}`;
  return [
    transferEach(
      db,
      {
        refersTo: sql<string>`'order:' || resale_orders.number`,
        name: "freed",
        debit: house.resale,
        credit: walletIn(sql`resale_orders.user_id`),
        amount: left,
        reason: sql<"resale-freed">`'resale-freed'`,
        nowMs,
      },
      sql`FROM resale_orders WHERE ${standing} AND side = 'buy' AND ${left} > 0`,
    ),
    db.run(sql`UPDATE resale_orders SET state = 'ended', ended_at_ms = ${nowMs} WHERE ${standing}`),
  ];
}
