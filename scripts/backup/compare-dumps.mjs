// Compares two backups row by row, and their schemas, without a server: whether a restored database is the one it was.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import initSqlJs from "sql.js";

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

/** Each table's rows as a set of hashes; a blob and a text of the same bytes differ. */
function rowsOf(database, table) {
  const hashes = new Map();
  const statement = database.prepare(`SELECT * FROM ${quoted(table)}`);
  while (statement.step()) {
    const row = statement.get().map((value) => (value instanceof Uint8Array ? { blob: [...value] } : value));
    const hash = createHash("sha256").update(JSON.stringify(row)).digest("base64");
    hashes.set(hash, (hashes.get(hash) ?? 0) + 1);
  }
  statement.free();
  return hashes;
}

const schemaOf = (database) =>
  new Map(
    (database.exec("SELECT name, type, sql FROM sqlite_master WHERE sql IS NOT NULL")[0]?.values ?? []).map(
      ([name, type, sql]) => [`${type} ${name}`, String(sql).trim()],
    ),
  );

function missingFrom(there, rows) {
  let count = 0;
  for (const [hash, copies] of rows) count += Math.max(0, copies - (there.get(hash) ?? 0));
  return count;
}

function compareTables(before, after, tables) {
  let rows = 0;
  const differences = [];
  for (const table of tables) {
    const [was, is] = [rowsOf(before, table), rowsOf(after, table)];
    for (const copies of was.values()) rows += copies;
    const [lost, added] = [missingFrom(is, was), missingFrom(was, is)];
    if (lost + added > 0) differences.push(`${table}: ${lost} rows lost, ${added} rows that were not there`);
  }
  return { rows, differences };
}

/**
 * @param {string} before a file written by `exportDatabase`
 * @param {string} after the same
 * @returns {Promise<{ tables: number, rows: number, differences: string[] }>}
 */
export async function compareDumps(before, after) {
  const { Database } = await initSqlJs();
  const [one, other] = [before, after].map((file) => {
    const database = new Database();
    database.exec(readFileSync(file, "utf8"));
    return database;
  });
  const [was, is] = [schemaOf(one), schemaOf(other)];
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name));
  const inBoth = [...was.keys()]
    .filter((name) => name.startsWith("table ") && is.has(name))
    .map((name) => name.slice(6));
  const tables =
    one.exec("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").length > 0
      ? [...inBoth, "sqlite_sequence"]
      : inBoth;
  const { rows, differences } = compareTables(one, other, tables);
  one.close();
  other.close();
  return { tables: inBoth.length, rows, differences: [...changed.map((name) => `${name} differs`), ...differences] };
}
