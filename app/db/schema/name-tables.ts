import { integer, primaryKey, type SQLiteColumn, sqliteTable, text } from "drizzle-orm/sqlite-core";

// How a list of names becomes a small table (names.ts has the lists).

type Names = readonly [string, ...string[]];

export const nameTable = <const T extends Names>(table: string, names: T) =>
  sqliteTable(table, { name: text("name", { enum: names }).primaryKey() });

/** States are names too; `may_start` says whether a row may start in that state. */
export const stateTable = <const T extends Names>(table: string, names: T) =>
  sqliteTable(table, {
    name: text("name", { enum: names }).primaryKey(),
    mayStart: integer("may_start").notNull().default(0),
  });

/** Kinds of work are names too; `urgent` tells which of them are done first. */
export const workTable = <const T extends Names = [string, ...string[]]>(table: string, names?: T) =>
  sqliteTable(table, {
    name: text("name", { enum: names }).primaryKey(),
    urgent: integer("urgent").notNull().default(0),
  });

/** Which state may follow which. A trigger refuses every other change. */
export const changeTable = (table: string, states: { name: SQLiteColumn }) =>
  sqliteTable(
    table,
    {
      was: text("was")
        .notNull()
        .references(() => states.name),
      becomes: text("becomes")
        .notNull()
        .references(() => states.name),
    },
    (t) => [primaryKey({ columns: [t.was, t.becomes] })],
  );

/** A column that holds one name from a list. */
export const oneOf = <T extends Names>(column: string, list: { name: SQLiteColumn & { enumValues: T } }) =>
  text(column, { enum: list.name.enumValues }).references(() => list.name);
