// What the sandbox and the settlement Worker of a local run say to each other about the resale market.

export type MarketAsked = {
  /** '' nowhere, '*' everywhere, or country codes. */
  countries?: string | undefined;
  /** Places the orders of the demo people. */
  orders?: boolean | undefined;
};

export type MarketTold = {
  countries: string;
  /** null: none is open. */
  round: { month: string; closesAtMs: number } | null;
  /** Of the next round. */
  opensAtMs: number;
  /** Of everybody, in all rounds. */
  orders: number;
  /** Of the demo people, if they were asked to. */
  placed: { placed: number; refused: string[] } | null;
};
