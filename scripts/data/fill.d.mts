/** The investor whose pages are read: holds 50 stakes of 10 casks. */
export const VIEWER: string;
/** Fills an empty, migrated database, with nothing later than `endMs`. */
export function fillData(db: D1Database, stakes: number, endMs: number): Promise<void>;
