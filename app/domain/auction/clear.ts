// The result of one round of the resale auction: one price for all, and who gets how many stakes. Amounts are whole cents, and fields are
// called as in the published file (`published-round.ts`), from which anybody can compute the same result.

export type Side = "buy" | "sell";

export type Order = {
  /** Unique; the lower one was placed earlier. */
  number: number;
  side: Side;
  /** A buyer pays no more for a stake, a seller takes no less; the fee comes on top, or off. */
  limit: number;
  /** Stakes. An order may be filled in part. */
  quantity: number;
};

export type Fill = { number: number; filled: number };

export type Cleared = {
  /** Null if nothing is traded. */
  price: number | null;
  /** Stakes that change hands. */
  volume: number;
  /** By number; orders that get nothing are left out. */
  fills: Fill[];
};

/** @param reference the last valuation; null if there is none */
export function clear(book: readonly Order[], reference: number | null): Cleared {
  const best = bestPrices(book);
  const volume = Math.max(0, ...best.map(volumeAt));
  if (volume === 0) return { price: null, volume, fills: [] };
  const fills = [...fillSide(book, "buy", volume), ...fillSide(book, "sell", volume)];
  return { price: choose(best, reference), volume, fills: fills.sort(byNumber) };
}

type Level = { price: number; demand: number; supply: number };

const volumeAt = ({ demand, supply }: Level) => Math.min(demand, supply);
const surplusAt = ({ demand, supply }: Level) => Math.abs(demand - supply);

/**
 * The prices of largest volume, and among these of least surplus: of each stretch on which demand and supply stay the same, its two
 * ends. Every cent between the lowest and the highest is as good as they are: with volume V and surplus R at both, demand only falls and
 * supply only rises from one to the other, so between them both lie from V to V + R.
 */
function bestPrices(book: readonly Order[]): Level[] {
  const ends = book.flatMap(({ side, limit }) => (side === "buy" ? [limit, limit + 1] : [limit - 1, limit]));
  const levels = [...new Set(ends)].map((price) => ({
    price,
    demand: stakesOf(book.filter(({ side, limit }) => side === "buy" && limit >= price)),
    supply: stakesOf(book.filter(({ side, limit }) => side === "sell" && limit <= price)),
  }));
  const largest = Math.max(...levels.map(volumeAt));
  const traded = levels.filter((level) => volumeAt(level) === largest);
  const least = Math.min(...traded.map(surplusAt));
  return traded.filter((level) => surplusAt(level) === least);
}

const stakesOf = (orders: readonly Order[]) => orders.reduce((sum, { quantity }) => sum + quantity, 0);

/** Where buyers are left over everywhere, they bid the price up; where sellers are, down. Without a valuation the middle stands for it. */
function choose(best: readonly Level[], reference: number | null): number {
  const prices = best.map(({ price }) => price);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  if (best.every(({ demand, supply }) => demand > supply)) return highest;
  if (best.every(({ demand, supply }) => demand < supply)) return lowest;
  const wanted = reference ?? Math.floor((lowest + highest) / 2);
  return Math.min(highest, Math.max(lowest, wanted));
}

/** At the price there are at least `volume` stakes on each side, so every order that is reached has a limit that allows it. */
function fillSide(book: readonly Order[], wanted: Side, volume: number): Fill[] {
  const direction = wanted === "buy" ? -1 : 1;
  const queue = book
    .filter(({ side }) => side === wanted)
    .sort((one, other) => direction * (one.limit - other.limit) || byNumber(one, other));
  let left = volume;
  return queue.flatMap(({ number, quantity }) => {
    const filled = Math.min(left, quantity);
    left -= filled;
    return filled > 0 ? [{ number, filled }] : [];
  });
}

export const byNumber = (one: { number: number }, other: { number: number }) => one.number - other.number;
