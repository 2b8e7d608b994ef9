export function readRunArguments(given: readonly string[]): { port: string | null; extra: string[] };
