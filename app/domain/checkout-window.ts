// The provider's session ends first, our hold a little later, so that a payment made in the last second still finds its stake.

/** The card provider takes no shorter one. */
export const SESSION_LIFETIME_MS = 30 * 60_000;
export const HOLD_LIFETIME_MS = 35 * 60_000;
/** Checkouts one person may have open at the same time. */
export const MAX_OPEN_CHECKOUTS = 3;
