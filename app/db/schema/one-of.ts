import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

type Names = readonly [string, ...string[]];

/** A column that holds one name of a list (names.ts). The trigger that db/rules.ts makes from the list refuses any other. */
export const oneOf = <const T extends Names>(column: string, names: T) => text(column, { enum: names });

/** Kinds of work, as rows: `urgent` says which of them are done first. */
export const workTable = (table: string) =>
  sqliteTable(table, { name: text("name").primaryKey(), urgent: integer("urgent").notNull().default(0) });
