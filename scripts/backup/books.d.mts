/** The rows of each statement. */
export function ask(stateDir: string, statements: readonly string[]): Promise<Record<string, unknown>[][]>;
/** The product's rules: the name of each, and a query of the rows that break it. */
export function readBookRules(): Promise<Record<string, string>>;
/** What is broken now; empty if nothing is. */
export function brokenRules(
  stateDir: string,
  rules: Record<string, string>,
  answersTo?: (statements: readonly string[]) => Promise<Record<string, unknown>[][]>,
): Promise<string[]>;
