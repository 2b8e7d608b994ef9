import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { house, walletIn } from "./accounts";
import { transferEach } from "./transfer-each";

/**
 * What buy orders of the market had set aside goes back to the wallets of their owners; of each order once.
 * @param which rows of `resale_orders`, in SQL @param amount in cents, above 0
 */
export const freeReserved = (
  db: Database,
  {
    which,
    nowMs,
    amount = sql<number>`resale_orders.reserved_cents`,
  }: { which: SQL; nowMs: number; amount?: SQL<number> },
) =>
  transferEach(
    db,
    {
      refersTo: sql<string>`'order:' || resale_orders.number`,
      name: "freed",
      debit: house.resale,
      credit: walletIn(sql`resale_orders.user_id`),
      amount,
      reason: sql<"resale-freed">`'resale-freed'`,
      nowMs,
    },
    sql`FROM resale_orders WHERE resale_orders.side = 'buy' AND ${which}`,
  );
