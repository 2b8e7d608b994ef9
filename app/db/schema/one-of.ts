import { integer, type SQLiteColumn, sqliteTable, text } from "drizzle-orm/sqlite-core";

type Names = readonly [string, ...string[]];

/** A column that holds one name of a list (names.ts). The trigger that db/rules.ts makes from the list refuses any other. */
export const oneOf = <const T extends Names>(column: string, names: T) => text(column, { enum: names });

/** Kinds of work, as rows: `urgent` says which of them are done first. */
export const workTable = <const T extends Names = [string, ...string[]]>(table: string, names?: T) =>
  sqliteTable(table, {
    name: text("name", { enum: names }).primaryKey(),
    urgent: integer("urgent").notNull().default(0),
  });

/** A column that holds a kind of work. */
export const kindOf = <T extends Names>(column: string, kinds: { name: SQLiteColumn & { enumValues: T } }) =>
  text(column, { enum: kinds.name.enumValues }).references(() => kinds.name);
