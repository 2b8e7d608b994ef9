export function drillRestore(
  backup: string,
): Promise<{ tables: number; rows: number; differences: string[]; seconds: number }>;
