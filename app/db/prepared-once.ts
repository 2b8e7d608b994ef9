import { sql } from "drizzle-orm";
import { fillPlaceholders, type Placeholder } from "drizzle-orm/sql";
import type { Database } from "./client";
import type { Statement } from "./work";

type Prepared = {
  getQuery: () => { sql: string; params: unknown[] };
  fields?: unknown;
  mapResult: (result: unknown, isFromBatch?: boolean) => unknown;
};
type Buildable = { _prepare: () => Prepared };

/**
 * A query of one shape that many requests make: drizzle builds its text for the first, and later ones bind their values to it.
 * It is given placeholders where the values go. For `runWork` and `batch` alone.
 */
export function preparedOnce<const Name extends string, S extends Statement>(
  names: readonly Name[],
  make: (db: Database, at: Record<Name, Placeholder>) => S,
): (db: Database, values: Record<Name, string | number | null>) => S {
  let known: (ReturnType<Prepared["getQuery"]> & { prepared: Prepared }) | undefined;
  return (db, values) => {
    known ??= build(make(db, placeholders(names)) as unknown as Buildable);
    const { sql: text, params, prepared } = known;
    const bound = { sql: text, params: fillPlaceholders(params, values) };
    const mapResult = (result: unknown) => prepared.mapResult(result, true);
    return { _prepare: () => ({ getQuery: () => bound, fields: prepared.fields, mapResult }) } as unknown as S;
  };
}

const placeholders = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as unknown as Record<Name, Placeholder>;

function build(query: Buildable) {
  const prepared = query._prepare();
  const { sql: text, params } = prepared.getQuery();
  return { sql: text, params, prepared };
}
