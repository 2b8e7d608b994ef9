/** The rows of each statement; all of them happen, or none. */
export function askAtDoor(
  run: { origin: string; secrets: Record<string, string> },
  statements: readonly string[],
): Promise<Record<string, unknown>[][]>;
