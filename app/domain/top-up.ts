import { formatUsd, typedToCents, wireToCents } from "./money";

// Money that investors pay into their own wallets. A trigger (payments_top_up_amount) holds the same bounds.

const TOP_UP_LEAST_CENTS = 5_000;
const TOP_UP_MOST_CENTS = 1_000_000;

/** '$50.00 to $10,000.00' */
export const TOP_UP_RANGE = `${formatUsd(TOP_UP_LEAST_CENTS)} to ${formatUsd(TOP_UP_MOST_CENTS)}`;

const within = (cents: number | null): number | null =>
  cents !== null && cents >= TOP_UP_LEAST_CENTS && cents <= TOP_UP_MOST_CENTS ? cents : null;

/** @returns cents, or null unless it is an amount that may be paid in */
export const typedTopUp = (typed: string): number | null => within(typedToCents(typed));

/** The same of an amount in dollars on the wire. */
export const wiredTopUp = (dollars: number): number | null => within(wireToCents(dollars));
