// What the sandbox and the settlement Worker of a local run say to each other about resale.

/** '' nowhere, '*' everywhere, or country codes. */
export type MarketAsked = { countries?: string | undefined };
export type MarketTold = { countries: string };
