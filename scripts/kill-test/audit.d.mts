/** The rows of each statement. */
export function ask(stateDir: string, statements: readonly string[]): Promise<Record<string, unknown>[][]>;
