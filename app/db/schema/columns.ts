import type { SQL } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

type Names = readonly [string, ...string[]];

/** A column that holds one name of a list (names.ts). The trigger that db/rules.ts makes from the list refuses any other. */
export const oneOf = <const T extends Names>(column: string, names: T) => text(column, { enum: names });

/** The id of a row of another table, which every row has. */
export const idOf = (column: string, of: () => AnySQLiteColumn) => text(column).notNull().references(of);

type Columns = [AnySQLiteColumn | SQL, ...(AnySQLiteColumn | SQL)[]];

export const indexWhere = (name: string, on: Columns, where: SQL) =>
  index(name)
    .on(...on)
    .where(where);
export const uniqueWhere = (name: string, on: Columns, where: SQL) =>
  uniqueIndex(name)
    .on(...on)
    .where(where);

/** Kinds of work, as rows: `urgent` says which of them are done first. */
export const workTable = (table: string) =>
  sqliteTable(table, { name: text("name").primaryKey(), urgent: integer("urgent").notNull().default(0) });
