import initSqlJs, { type Database as Sqlite } from "sql.js";
import type { ChangedStatements } from "./mutants/change-statements";

const BREAK = "--> statement-breakpoint";

/** An empty database with the product's tables and rules. @param migrations the files' texts, in their order */
export async function applyRules(migrations: readonly string[], changes: ChangedStatements): Promise<Sqlite> {
  const { Database } = await initSqlJs();
  const sqlite = new Database();
  // As on D1.
  sqlite.run("PRAGMA foreign_keys = ON");
  for (const fast of ["journal_mode = MEMORY", "temp_store = MEMORY", "locking_mode = EXCLUSIVE", "synchronous = OFF"])
    sqlite.run(`PRAGMA ${fast}`);
  for (const migration of migrations)
    for (const statement of migration.split(BREAK))
      if (statement.trim() !== "") sqlite.run(changes.apply({ sql: statement, values: [] })?.sql ?? statement);
  return sqlite;
}
