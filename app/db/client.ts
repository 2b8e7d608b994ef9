import { Column, is, SQL } from "drizzle-orm";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";

/** Drizzle over D1. The reads and writes of a request go out together in one `batch()`, D1's only transaction. */
export type Database = DrizzleD1Database<Record<string, never>>;

export function createDatabase(d1: D1Database): Database {
  const db = drizzle(d1);
  const batch = (queries: readonly unknown[]) =>
    db.batch(queries.map((query) => builtOnce(d1, query as Buildable)) as unknown as Parameters<Database["batch"]>[0]);
  // An object that inherits from drizzle's, so that drizzle's internal calls keep their own `batch`.
  return Object.assign(Object.create(db) as Database, { batch: batch as unknown as Database["batch"] });
}

type Prepared = {
  getQuery: () => { sql: string; params: unknown[] };
  stmt?: D1PreparedStatement;
  fields?: { field: unknown }[];
};
type Buildable = { _prepare: () => Prepared };

/**
 * Prepares a query for drizzle-orm 0.45's batch(). Drizzle rebuilds the SQL text each time it asks for it, so here it is built
 * once. Drizzle also binds parameters to a `stmt` that raw SQL (`run`, `all`) lacks, so raw SQL gets one here.
 */
function builtOnce(d1: D1Database, query: Buildable): Buildable {
  const prepared = query._prepare();
  refuseEqualNames(prepared.fields ?? []);
  const built = prepared.getQuery();
  const known = Object.create(prepared, {
    getQuery: { value: () => built },
    stmt: { value: prepared.stmt ?? d1.prepare(built.sql) },
  }) as Prepared;
  return { _prepare: () => known };
}

/**
 * D1 returns the rows of a batch as objects, so of two columns with the same name one would silently be lost.
 * @throws Error naming the columns that need an alias
 */
function refuseEqualNames(fields: { field: unknown }[]): void {
  const names = fields.map(({ field }) => nameOf(field));
  const twice = names.filter((name, index) => name !== null && names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`columns of one name in a batch need an alias: ${twice.join(", ")}`);
}

function nameOf(field: unknown): string | null {
  if (is(field, Column)) return field.name;
  return is(field, SQL.Aliased) ? field.fieldAlias : null;
}
