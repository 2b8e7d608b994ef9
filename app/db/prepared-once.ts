import { sql } from "drizzle-orm";
import { fillPlaceholders, type Placeholder } from "drizzle-orm/sql";
import type { Database } from "./client";
import { type Field, mapperOf } from "./map-rows";
import type { Statement } from "./work";

type Prepared = { getQuery: () => { sql: string; params: unknown[] }; fields?: Field[] };
type Buildable = { _prepare: () => Prepared; config?: { action?: string } };
type Row = Record<string, unknown>;
type Known = { text: string; params: unknown[]; fields?: Field[]; map: (found: readonly Row[]) => readonly Row[] };

/** A value, or the place of one in a query that is prepared once. */
export type Bindable<T> = T | Placeholder;

/**
 * A query of one shape that many requests make: drizzle builds its text for the first, and later ones bind their values to it.
 * It is given placeholders where the values go. For `runWork` and `batch` alone; for queries of one list of columns, and `db.all`.
 */
export function preparedOnce<const Name extends string, S extends Statement>(
  names: readonly Name[],
  make: (db: Database, at: Record<Name, Placeholder>) => S,
): (db: Database, values: Record<Name, string | number | null>) => S {
  let known: Known | undefined;
  return (db, values) => {
    const { text, params, fields, map } = (known ??= build(make(db, placeholders(names)) as unknown as Buildable));
    const bound = { sql: text, params: fillPlaceholders(params, values) };
    const mapResult = ({ results }: { results: Row[] }) => map(results);
    return { _prepare: () => ({ getQuery: () => bound, fields, mapResult }) } as unknown as S;
  };
}

const placeholders = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as unknown as Record<Name, Placeholder>;

function build(query: Buildable): Known {
  const prepared = query._prepare();
  const { sql: text, params } = prepared.getQuery();
  if (query.config?.action === "all") return { text, params, map: (found) => found };
  const fields = prepared.fields ?? [];
  const map = mapperOf(fields);
  if (fields.length === 0 || map === null) throw new Error("only a query of one list of columns is prepared once");
  return { text, params, fields, map };
}
