// Resale between investors.

/** 'undone': the buyer's money went back while the proceeds were on hold, so the seller has the stake again. */
export const OFFER_STATES = ["open", "sold", "ended", "undone"] as const;
/** Why an offer ended without a sale. */
export const OFFER_ENDS = ["seller", "expired", "valued", "bid", "cask-sold", "closing", "frozen", "operator"] as const;
