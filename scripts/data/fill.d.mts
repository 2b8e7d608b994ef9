import type { Sealer } from "~/core/sealer";

/** Who is looked at: holds 50 stakes of 10 casks. */
export const VIEWER: string;
export function dataSize(stakes: number): { stakes: number; casks: number; people: number };
/** Fills an empty, migrated database, with nothing later than `endMs`. */
export function fillData(db: D1Database, stakes: number, endMs: number, seal?: Sealer["seal"]): Promise<void>;
