import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { house, walletIn } from "./accounts";
import { transferEach } from "./transfer";

/** Which of the withdrawals named `advances` count. */
export const standingAdvances = sql`advances.state NOT IN ('rejected', 'cancelled', 'returned')`;

export const advancedOn = (stakeId: SQL): SQL<number> =>
  sql`(SELECT coalesce(sum(advances.amount_cents), 0) FROM withdrawals AS advances
    WHERE advances.stake_id = ${stakeId} AND ${standingAdvances})`;

/** Credit of a stake with that much advanced, from the `exits` at hand. */
export const creditLess = (advancedCents: SQL): SQL<number> =>
  sql`max(exits.net_per_stake_cents - ${advancedCents}, 0)`;

export const reasonOf = sql<
  "cask-sale" | "provider-buy-back"
>`iif(exits.kind = 'sale', 'cask-sale', 'provider-buy-back')`;

/**
 * A return that comes to nothing after its stake was credited is not an advance: what was held back for it is credited
 * now. Belongs in the batch that rejects or cancels the request, and comes to nothing for a stake that stands.
 */
export function creditFreed(
  db: Database,
  { withdrawalId, nowMs }: { withdrawalId: string; nowMs: number },
  state: "rejected" | "cancelled" | "returned",
) {
  const credited = sql`(SELECT coalesce(sum(amount), 0) FROM transfers
    WHERE refers_to = 'stake:' || stakes.id AND reason IN ('cask-sale', 'provider-buy-back'))`;
  const dueCents = sql<number>`(${creditLess(advancedOn(sql`stakes.id`))} - ${credited})`;
  return transferEach(
    db,
    {
      refersTo: sql<string>`'stake:' || stakes.id`,
      name: `freed:${withdrawalId}`,
      debit: house.returns,
      credit: walletIn(sql`stakes.user_id`),
      amount: dueCents,
      reason: reasonOf,
      nowMs,
    },
    sql`FROM withdrawals JOIN stakes ON stakes.id = withdrawals.stake_id JOIN cask_exits AS exits ON exits.id = stakes.exit_id
      WHERE withdrawals.id = ${withdrawalId} AND withdrawals.state = ${state} AND ${dueCents} > 0`,
  );
}
