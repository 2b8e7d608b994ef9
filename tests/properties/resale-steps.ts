// Stakes of one investor change hands: some are sold to another investor, some bought from one.
import { sql } from "drizzle-orm";
import { giveStake } from "../support/holdings";
import type { Person } from "../support/people";
import { buyOffer, passHold, putOffer } from "../support/resale";
import { seen, type World } from "./compare-figures";

type Trade = { caskId: string; stakeId: string; buyer: Person; cents: number };

/** One stake at that price; its seller is not paid yet. */
async function trade({ context, sold }: World, { caskId, stakeId, buyer, cents }: Trade): Promise<boolean> {
  const [stake] = await context.db.all<{ advanced: number; asked: number }>(sql`SELECT
      (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals WHERE stake_id = stakes.id AND state IN ('progress', 'sending', 'paid')) AS advanced,
      (SELECT count(*) FROM withdrawals WHERE stake_id = stakes.id AND state IN ('progress', 'sending')) AS asked
    FROM stakes WHERE id = ${stakeId} AND state = 'active'`);
  if (!stake || stake.asked > 0 || sold.has(caskId)) return false;
  await buyOffer(context, await putOffer(context, stakeId, cents), buyer);
  if (stake.advanced > 0) seen.add("advanced and resold");
  return true;
}

/** @param which of the active stakes; those of which most returns were paid come first */
export async function sellOn(world: World, which: number, cents: number): Promise<void> {
  const { context, person, trader } = world;
  const stakes = await context.db.all<{
    id: string;
    caskId: string;
  }>(sql`SELECT stakes.id, cask_id AS caskId FROM stakes
    WHERE user_id = ${person.userId} AND state = 'active'
    ORDER BY (SELECT count(*) FROM withdrawals WHERE stake_id = stakes.id AND withdrawals.state = 'paid') DESC, id`);
  const one = stakes[which % (stakes.length || 1)];
  if (one && (await trade(world, { caskId: one.caskId, stakeId: one.id, buyer: trader, cents }))) seen.add("resold");
}

/** The seller is someone who has just bought it. */
export async function buyOn(world: World, caskId: string, cents: number): Promise<void> {
  const { context, person, trader, sold } = world;
  if (sold.has(caskId)) return;
  const { stakeId } = await giveStake(context, trader, caskId, { purchasedAtMs: context.nowMs() });
  if (await trade(world, { caskId, stakeId, buyer: person, cents })) seen.add("bought from another");
}

/** The days for which their money is on hold are over. */
export const paySellers = ({ context }: World): Promise<void> => passHold(context);
