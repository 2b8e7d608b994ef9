export function compareDumps(
  before: string,
  after: string,
): Promise<{ tables: number; rows: number; differences: string[] }>;
