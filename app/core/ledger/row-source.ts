import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * Decides whether a ledger row is written, and supplies the values taken from another row: the one row of `from` that matches
 * `where` or, without a table, whether `where` holds. If nothing matches, nothing is written.
 */
export type RowSource = { from?: SQLiteTable; where: SQL };

export const always: RowSource = { where: sql`true` };

/** The tail of `INSERT ... SELECT`. */
export function selectFrom({ from, where }: RowSource): SQL {
  return from ? sql`FROM ${from} WHERE ${where}` : sql`WHERE ${where}`;
}
