import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";

/** Drizzle over D1. Reads and writes of one request go out together in one `batch()`, D1's only transaction. */
export type Database = DrizzleD1Database<Record<string, never>>;

export function createDatabase(d1: D1Database): Database {
  return drizzle(d1);
}
