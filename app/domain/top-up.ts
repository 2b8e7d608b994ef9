import { typedToCents, wireToCents } from "./money";

// Money that investors pay into their own wallets. A trigger (payments_top_up_amount) holds the same bounds.

const TOP_UP_LEAST_CENTS = 5_000;
const TOP_UP_MOST_CENTS = 1_000_000;

const inDollars = (cents: number) => `$${(cents / 100).toLocaleString("en-US")}`;

/** '$50 to $10,000' */
export const TOP_UP_RANGE = `${inDollars(TOP_UP_LEAST_CENTS)} to ${inDollars(TOP_UP_MOST_CENTS)}`;

const within = (cents: number | null): number | null =>
  cents !== null && cents >= TOP_UP_LEAST_CENTS && cents <= TOP_UP_MOST_CENTS ? cents : null;

/** @returns cents, or null unless it is an amount that may be paid in */
export const typedTopUp = (typed: string): number | null => within(typedToCents(typed));

/** What is asked for on the page where the amount is chosen: whole dollars. @returns cents */
export function typedWholeTopUp(typed: string): number | null {
  const cents = typedTopUp(typed);
  return cents !== null && cents % 100 === 0 ? cents : null;
}

/** The least that may be paid in to have as much as is short, in whole dollars; in cents. */
export const topUpFor = (shortCents: number): number =>
  Math.min(Math.max(Math.ceil(shortCents / 100) * 100, TOP_UP_LEAST_CENTS), TOP_UP_MOST_CENTS);

/** The same of an amount in dollars on the wire. */
export const wiredTopUp = (dollars: number): number | null => within(wireToCents(dollars));
