// What a resale costs and brings, for one stake at a time: each is rounded by itself, so it does not matter how many are in an order. The
// fee is a rate in hundredths of a percent, below 10,000; it is kept with the round.

const WHOLE = 10_000;
/** How far a limit may lie above the last valuation. */
const MOST_ABOVE_PERCENT = 10;

/** What buyer and seller each pay, in cents, rounded down. */
export const feeOf = (priceCents: number, feeBasisPoints: number): number =>
  Math.floor((priceCents * feeBasisPoints) / WHOLE);

/** What the buyer of a stake pays. */
export const costOf = (priceCents: number, feeBasisPoints: number): number =>
  priceCents + feeOf(priceCents, feeBasisPoints);

/** What a buy order sets aside of the wallet: enough at every price that its limit allows. */
export const reservationOf = (order: { limit: number; quantity: number }, feeBasisPoints: number): number =>
  order.quantity * costOf(order.limit, feeBasisPoints);

export type Proceeds = { feeCents: number; advancedCents: number; creditCents: number };

/** What the seller of a stake gets: the price less the fee and the returns advanced on it. Together they are the price. */
export function proceedsOf(priceCents: number, advancedCents: number, feeBasisPoints: number): Proceeds {
  const feeCents = feeOf(priceCents, feeBasisPoints);
  return { feeCents, advancedCents, creditCents: priceCents - feeCents - advancedCents };
}

/**
 * The least limit, a cent or more, at which no stake of a sell order leaves its seller owing anything.
 * @param advances what was advanced on each of its stakes
 */
export function lowestLimit(advances: readonly number[], feeBasisPoints: number): number {
  const most = Math.max(0, ...advances);
  // A price less its fee is price * (WHOLE - fee) / WHOLE rounded up: it reaches `most` once the fraction is above most - 1.
  return Math.max(1, Math.floor(((most - 1) * WHOLE) / (WHOLE - feeBasisPoints)) + 1);
}

/** The highest limit that an order may have, of a buyer or a seller. @param paidCents counts if the cask has no valuation */
export const highestLimit = (lastValuationCents: number | null, paidCents: number): number =>
  Math.floor(((lastValuationCents ?? paidCents) * (100 + MOST_ABOVE_PERCENT)) / 100);

export type Limits = { lowestCents: number; highestCents: number };

/** Between which limits these stakes may be offered together. @returns null if there is none: they cannot be offered */
export function offerLimits(advances: readonly number[], feeBasisPoints: number, highestCents: number): Limits | null {
  const lowestCents = lowestLimit(advances, feeBasisPoints);
  return lowestCents > highestCents ? null : { lowestCents, highestCents };
}
