/** A bug planted in the product on its way into the simulation. */
export type Mutant = {
  name: string;
  /** What it breaks, in the words of the product. */
  breaks: string;
  /** Each text must occur exactly once in its file. Several, where more than one layer holds the rule. */
  edits?: Edit[];
  /** Rules of the database that are taken away: they must exist. */
  drop?: string[];
};

export type Edit = { file: string; find: string; replace: string };

/** The CHECK that sold and reserved stakes never exceed what there is. */
export const withoutStockCheck: Edit = {
  file: "migrations/0000_tables.sql",
  find: ' AND "casks"."sold_stakes" + "casks"."reserved_stakes" <= "casks"."total_stakes"',
  replace: "",
};
