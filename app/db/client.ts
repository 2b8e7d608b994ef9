import { Column, is, SQL } from "drizzle-orm";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";

/** Drizzle over D1. Reads and writes of one request go out together in one `batch()`, D1's only transaction. */
export type Database = DrizzleD1Database<Record<string, never>>;

export function createDatabase(d1: D1Database): Database {
  const db = drizzle(d1);
  const batch: Database["batch"] = (queries) => {
    queries.forEach(refuseEqualNames);
    return db.batch(queries);
  };
  // Its own object over drizzle's, so that drizzle's own calls stay as they are.
  return Object.assign(Object.create(db) as Database, {
    batch,
    // drizzle-orm 0.45's batch() binds parameters on a `stmt` that raw SQL (`run`, `all`) lacks; give it one.
    run: withStatement(d1, db.run.bind(db)),
    all: withStatement(d1, db.all.bind(db)),
  });
}

type Raw = { getQuery: () => { sql: string } };

function withStatement<R extends Raw>(d1: D1Database, call: (query: SQL | string) => R) {
  return (query: SQL | string): R => {
    const raw = call(query);
    return Object.assign(raw, { stmt: d1.prepare(raw.getQuery().sql) });
  };
}

type Prepared = { _prepare?: () => { fields?: { field: unknown }[] } };

/**
 * D1 answers a batch with rows as objects, so two selected columns of one name would silently become one.
 * @throws Error naming the columns that need an alias
 */
function refuseEqualNames(query: unknown): void {
  const names = ((query as Prepared)._prepare?.().fields ?? []).map(({ field }) => nameOf(field));
  const twice = names.filter((name, index) => name !== null && names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`columns of one name in a batch need an alias: ${twice.join(", ")}`);
}

function nameOf(field: unknown): string | null {
  if (is(field, Column)) return field.name;
  return is(field, SQL.Aliased) ? field.fieldAlias : null;
}
