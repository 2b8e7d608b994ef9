import type { SQL } from "drizzle-orm";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";

/** Drizzle over D1. Reads and writes of one request go out together in one `batch()`, D1's only transaction. */
export type Database = DrizzleD1Database<Record<string, never>>;

export function createDatabase(d1: D1Database): Database {
  const db = drizzle(d1);
  // drizzle-orm 0.45's batch() binds parameters on a `stmt` that raw SQL (`run`, `all`) lacks; give it one.
  return Object.assign(db, { run: withStatement(d1, db.run.bind(db)), all: withStatement(d1, db.all.bind(db)) });
}

type Raw = { getQuery: () => { sql: string } };

function withStatement<R extends Raw>(d1: D1Database, call: (query: SQL | string) => R) {
  return (query: SQL | string): R => {
    const raw = call(query);
    return Object.assign(raw, { stmt: d1.prepare(raw.getQuery().sql) });
  };
}
