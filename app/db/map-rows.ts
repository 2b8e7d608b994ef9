import { Column, is, SQL } from "drizzle-orm";

// Drizzle looks up how to read a column for every column of every row. Here it is looked up once a query.

/** A field of a query as drizzle orders them: the names it is put under, and what it comes from. */
export type Field = { path: string[]; field: unknown };
type Decode = ((value: unknown) => unknown) | null;
type Row = Record<string, unknown>;

/** @returns null for rows that are put together of several tables: drizzle maps those. */
export function mapperOf(fields: readonly Field[]): ((found: readonly Row[]) => Row[]) | null {
  if (fields.some(({ path }) => path.length !== 1)) return null;
  const columns = fields.map(({ path: [name = ""], field }) => ({ name, decode: decoderOf(field) }));
  return (found) => found.map((row) => readRow(columns, Object.values(row)));
}

function readRow(columns: readonly { name: string; decode: Decode }[], values: readonly unknown[]): Row {
  const row: Row = {};
  for (const [index, { name, decode }] of columns.entries()) {
    const value = values[index];
    row[name] = decode === null || value === null ? value : decode(value);
  }
  return row;
}

/** Null: the value stays as it is. */
function decoderOf(field: unknown): Decode {
  if (is(field, Column) && field.mapFromDriverValue === Column.prototype.mapFromDriverValue) return null;
  const decoder = is(field, Column) ? field : decoderOfSql(field);
  return (value) => decoder.mapFromDriverValue(value);
}

type Decoder = { mapFromDriverValue: (value: unknown) => unknown };

function decoderOfSql(field: unknown): Decoder {
  const sql = is(field, SQL) ? field : (field as SQL.Aliased).sql;
  return (sql as unknown as { decoder: Decoder }).decoder;
}
