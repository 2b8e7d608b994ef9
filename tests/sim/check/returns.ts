import type { Shop } from "../shop";

// What a cycle's return must be, calculated independently from the stake's price and its cask's valuations, and by no code of the product.

export type Return = { stakeId: string; cycle: number; amount: number; calculated: number; on: string };

type Stake = { price: number; mark: number; boughtOn: string; caskId: string };
type Value = { on: string; cents: number };

/** Null: it is right. @param on the day it was asked for */
export function wrongReturn({ store }: Shop, made: Return & { id: string }): string | null {
  const [stake] = store.rows<Stake>(
    "SELECT price_cents AS price, mark_cents AS mark, date(purchased_at_ms / 1000, 'unixepoch') AS boughtOn, cask_id AS caskId FROM stakes WHERE id = ?",
    [made.stakeId],
  );
  if (!stake) return "no such stake";
  const endsOn = yearsLater(stake.boughtOn, 2 * made.cycle);
  if (made.on < endsOn) return `the cycle ends on ${endsOn}`;
  const values = store.rows<Value>(
    "SELECT valued_on AS 'on', value_cents AS cents FROM valuations WHERE cask_id = ? ORDER BY valued_on, created_at_ms, id",
    [stake.caskId],
  );
  const at = (day: string) => values.filter((one) => one.on <= day).at(-1)?.cents ?? null;
  const peaks = Array.from(
    { length: made.cycle - 1 },
    (_, index) => at(yearsLater(stake.boughtOn, 2 * index + 2)) ?? 0,
  );
  const end = at(endsOn);
  if (end === null) return "it was never valued";
  // Of what was paid or asked for already, only a later cycle's part may lie above this one's.
  const others = store.rows<{ cycle: number; from: number; to: number }>(
    `SELECT cycle_number AS cycle, reckoned_to_cents - amount_cents AS "from", reckoned_to_cents AS "to" FROM withdrawals
    WHERE stake_id = ? AND id <> ? AND state IN ('progress', 'sending', 'paid')`,
    [made.stakeId, made.id],
  );
  const below = others.filter((one) => !(one.cycle > made.cycle && one.from >= end));
  const mark = Math.max(stake.price, stake.mark, ...peaks, ...below.map(({ to }) => to));
  if (made.calculated !== end) return `the value at the end was ${end}`;
  return made.amount === end - mark && made.amount > 0 ? null : `the gain was ${end - mark}`;
}

const standing = "state IN ('progress', 'sending', 'paid')";

/** A gain is paid once: no two returns of a stake are for the same part of its rise, and none for what is below its price. */
export const PAID_ONCE = `SELECT one.id FROM withdrawals AS one JOIN stakes ON stakes.id = one.stake_id WHERE one.${standing}
  AND (one.reckoned_to_cents - one.amount_cents < max(stakes.price_cents, mark_cents) OR EXISTS (SELECT 1 FROM withdrawals AS other
    WHERE other.stake_id = one.stake_id AND other.id <> one.id AND other.${standing}
      AND other.reckoned_to_cents > one.reckoned_to_cents - one.amount_cents
      AND one.reckoned_to_cents > other.reckoned_to_cents - other.amount_cents))`;

type Sold = { id: string; userId: string; net: number };

/**
 * What each stake of a sold cask brought, counted by going through the rows one by one, and by no code of the product: the sale gives
 * its holder what is left of its net once every return that was paid, or is asked for, is taken off. @returns what is wrong
 */
export function wrongCredits({ store }: Shop): string[] {
  const returns = store.rows<{ stakeId: string | null; state: string; cents: number }>(
    "SELECT stake_id AS stakeId, state, amount_cents AS cents FROM withdrawals",
  );
  const moved = store.rows<{ refersTo: string; credit: string; cents: number }>(
    "SELECT refers_to AS refersTo, credit_account_id AS credit, amount AS cents FROM transfers WHERE refers_to LIKE 'stake:%'",
  );
  const sold = store.rows<Sold>(`SELECT stakes.id, user_id AS userId, net_per_stake_cents AS net
    FROM stakes JOIN cask_exits ON cask_exits.id = stakes.exit_id`);
  return sold.flatMap(({ id, userId, net }) => {
    let [advanced, credited] = [0, 0];
    for (const one of returns)
      if (one.stakeId === id && !["rejected", "cancelled", "returned"].includes(one.state)) advanced += one.cents;
    for (const one of moved)
      if (one.refersTo === `stake:${id}` && one.credit === `user:${userId}:wallet`) credited += one.cents;
    const due = advanced < net ? net - advanced : 0;
    return credited === due ? [] : [`${id}: ${credited} credited of ${net}, ${advanced} advanced`];
  });
}

/** The same day of another year; 29 February becomes the 28th where there is none. */
function yearsLater(day: string, years: number): string {
  const year = Number(day.slice(0, 4)) + years;
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return `${year}${day.endsWith("-02-29") && !isLeap ? "-02-28" : day.slice(4)}`;
}
