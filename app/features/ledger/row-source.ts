import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * When a row of the ledger is written, and where the values come from that it does not know itself: from the one row of
 * `from` that fits `where`, or, without a table, if `where` holds. If nothing fits, nothing is written.
 */
export type RowSource = { from?: SQLiteTable; where: SQL };

export const always: RowSource = { where: sql`true` };

/** The end of `INSERT ... SELECT`. */
export function selectFrom({ from, where }: RowSource): SQL {
  return from ? sql`FROM ${from} WHERE ${where}` : sql`WHERE ${where}`;
}
