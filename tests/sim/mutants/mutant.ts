import type { StatementChange } from "./change-statements";

/**
 * A bug planted in the product on its way into the simulation. It names no file or function, so that code can move: SQL
 * rules are changed in the statement that reaches the database, wherever it was made; everything else in the source.
 */
type Bug = Change & {
  /** The triggers or indexes to drop: they must exist. */
  drop?: OneOrMore<string>;
  /**
   * It oversells, loses or doubles something: an audit made in the run where it shows must say FAIL. Why it cannot, where it cannot,
   * stands in docs/assurance.md.
   */
  audit?: true;
  /** Where chance needs too many seeds: the flow of the crash table that notices it. */
  flow?: string;
  /** Where nothing is about money over time: the test that notices it, 'file > title'. Only source can be changed then. */
  test?: `tests/${string} > ${string}`;
};

/** `of` a statement, or in the source; or several. None: only something is dropped. */
export type Change =
  StatementChange | CodeChange | { statements?: OneOrMore<StatementChange>; code?: OneOrMore<CodeChange> };

/** Each by a short name, and what it breaks in the product's words. */
export type Bugs = Record<string, Bug>;

type OneOrMore<T> = T | T[];

/** The text must occur exactly once in all of `app/`; white space and commas before a closing bracket are ignored. */
export type CodeChange = { find: string; replace: string };

/** Removes the CHECK that sold and reserved stakes never exceed the total. */
export const withoutStockCheck: StatementChange = {
  of: "CREATE TABLE casks",
  find: "casks.sold_stakes + casks.reserved_stakes <= casks.total_stakes",
  replace: "1",
};
