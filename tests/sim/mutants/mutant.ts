import type { StatementChange } from "./change-statements";

/**
 * A bug planted in the product on its way into the simulation. No file or function is named, so that code can move: rules in
 * SQL are changed in the statement that reaches the database, whoever made it; what never reaches it, in the source.
 */
export type Mutant = {
  name: string;
  /** What it breaks, in the words of the product. */
  breaks: string;
  statements?: StatementChange[];
  code?: CodeChange[];
  /** Rules of the database that are taken away: they must exist. */
  drop?: string[];
};

/** The text must occur exactly once in all of `app/`; white space and commas before a closing bracket count for nothing. */
type CodeChange = { find: string; replace: string };

/** The CHECK that sold and reserved stakes never exceed what there is. */
export const withoutStockCheck: StatementChange = {
  of: "CREATE TABLE casks",
  find: "casks.sold_stakes + casks.reserved_stakes <= casks.total_stakes",
  replace: "1",
};
