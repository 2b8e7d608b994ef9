/** What a Worker logged, for people; null: nothing to be told. */
export function tellLine(line: string): string | null;
