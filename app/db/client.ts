import { Column, is, SQL } from "drizzle-orm";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";

/** Drizzle over D1. Reads and writes of one request go out together in one `batch()`, D1's only transaction. */
export type Database = DrizzleD1Database<Record<string, never>>;

export function createDatabase(d1: D1Database): Database {
  const db = drizzle(d1);
  const batch = (queries: readonly unknown[]) =>
    db.batch(queries.map((query) => builtOnce(d1, query as Buildable)) as unknown as Parameters<Database["batch"]>[0]);
  // Its own object over drizzle's, so that drizzle's own calls stay as they are.
  return Object.assign(Object.create(db) as Database, { batch: batch as unknown as Database["batch"] });
}

type Built = { sql: string; params: unknown[] };
type Prepared = { getQuery: () => Built; stmt?: D1PreparedStatement; fields?: { field: unknown }[] };
type Buildable = { _prepare: () => Prepared };

/**
 * What drizzle-orm 0.45's batch() needs of a query. It builds the text anew each time it asks for it, so here it is built
 * once; and it binds parameters on a `stmt` that raw SQL (`run`, `all`) lacks, so that gets one.
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
 * D1 answers a batch with rows as objects, so two selected columns of one name would silently become one.
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
