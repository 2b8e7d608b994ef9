// Stakes of one investor change hands in rounds of the resale market: some are sold to another investor, some bought from one.
import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { lowestLimit } from "~/domain/auction/amounts";
import { dateOf } from "~/domain/calendar-date";
import { runRounds } from "~/areas/market/resale/run-rounds";
import { sha256 } from "~/server/sha256";
import { giveStake } from "../support/holdings";
import type { Person } from "../support/people";
import { FEE, putOrder, putRound } from "../support/resale";
import { seen, type World } from "./compare-figures";

const DAY_MS = 86_400_000;
const OPEN_DAYS = 5;

const settleRounds = ({ context }: World) => runRounds({ ...context, proof: env.PROOF, sha256 });

type Trade = { caskId: string; stakeId: string; seller: Person; buyer: Person; cents: number };

/** One stake for about that price, in the month's round of its cask, if there has been none; settled, its seller not paid yet. */
async function trade(world: World, { caskId, stakeId, seller, buyer, cents }: Trade): Promise<boolean> {
  const { context, sold } = world;
  const { db } = context;
  const month = dateOf(context.nowMs()).slice(0, 7);
  const [stake] = await db.all<{ advanced: number; asked: number; rounds: number }>(sql`SELECT
      (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals WHERE stake_id = stakes.id AND state IN ('progress', 'sending', 'paid')) AS advanced,
      (SELECT count(*) FROM withdrawals WHERE stake_id = stakes.id AND state IN ('progress', 'sending')) AS asked,
      (SELECT count(*) FROM resale_rounds WHERE id = ${`${caskId}/${month}`}) AS rounds
    FROM stakes WHERE id = ${stakeId} AND state = 'active'`);
  if (!stake || stake.asked > 0 || stake.rounds > 0 || sold.has(caskId)) return false;
  const limit = Math.max(cents, lowestLimit([stake.advanced], FEE));
  const roundId = await putRound(context, caskId, { month, closesInDays: OPEN_DAYS });
  await putOrder(context, roundId, seller, { side: "sell", limit, stakeIds: [stakeId] });
  await putOrder(context, roundId, buyer, { side: "buy", limit, quantity: 1 });
  context.clock.advance(OPEN_DAYS * DAY_MS);
  await settleRounds(world);
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
  if (one && (await trade(world, { caskId: one.caskId, stakeId: one.id, seller: person, buyer: trader, cents })))
    seen.add("resold");
}

/** Of somebody who has just bought it. */
export async function buyOn(world: World, caskId: string, cents: number): Promise<void> {
  const { context, person, trader, sold } = world;
  if (sold.has(caskId)) return;
  const { stakeId } = await giveStake(context, trader, caskId, { purchasedAtMs: context.nowMs() });
  if (await trade(world, { caskId, stakeId, seller: trader, buyer: person, cents })) seen.add("bought from another");
}

/** The week in which their money waits is over. */
export async function paySellers(world: World): Promise<void> {
  world.context.clock.advance(7 * DAY_MS);
  await settleRounds(world);
}
