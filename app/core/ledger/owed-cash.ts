import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";
import { house } from "./accounts";
import { balanceAt } from "./balance-at";

/** Of the house's accounts, what is on its way to people: withdrawals in progress, money not applied, sales not shared out, orders. */
const ON_ITS_WAY = [house.withdrawals, house.unsettled, house.caskProceeds, house.resale];

/**
 * What was owed to people in dollars at that time: their wallets and pending rewards, and what is on its way to them. All accounts
 * add up to nothing, so what people have is what the house's few accounts lack; nobody's own account is read.
 */
export function readOwedCash(db: Database, untilMs: number): Work<number> {
  const isOnItsWay = sql`id IN (SELECT value FROM json_each(${JSON.stringify(ON_ITS_WAY)}))`;
  const query = db.all<{ cents: number | null }>(sql`SELECT sum(iif(${isOnItsWay}, 0, -${balanceAt(untilMs)})) AS cents
    FROM accounts WHERE id >= 'house:' AND id < 'house;' AND currency = 'USD'`);
  return mapWork(row(query), (found) => found?.cents ?? 0);
}
