import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** If nothing matches, nothing is written. */
export type RowSource = { from?: SQLiteTable; where: SQL };

export const always: RowSource = { where: sql`true` };

export function selectFrom({ from, where }: RowSource): SQL {
  return from ? sql`FROM ${from} WHERE ${where}` : sql`WHERE ${where}`;
}
