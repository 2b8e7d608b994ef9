// Shows that a backup can be restored: npm run ops -- restore-drill [FILE] [--persist-to DIR]. Without FILE it makes one of the
// local database. The restored copy, in a database of its own, is compared, queried and dropped; nothing else is touched.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import initSqlJs from "sql.js";
import { ask, brokenRules, readBookRules } from "../steps/books.mjs";
import { wranglerEnvironment } from "../steps/database.mjs";
import { defaultStateDir } from "../steps/project.mjs";
import { nodeBinary, run } from "../steps/run-command.mjs";
import { exportDatabase } from "./backup.mjs";

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

/** @throws with what the database refused */
async function importDatabase(file, stateDir) {
  const args = ["d1", "execute", "DB", "--local", "--persist-to", stateDir, "--file", file, "--yes"];
  const options = { quiet: true, env: wranglerEnvironment(stateDir) };
  const { code, output } = await run(process.execPath, [nodeBinary("wrangler"), ...args], options);
  if (code !== 0) throw new Error(`The backup could not be imported:\n${output.slice(-1500)}`);
}

/** The restored database has to refuse these, or its rules did not come with its rows. */
const FORBIDDEN = {
  "a rule of the ledger is gone: an entry could be deleted": ["transfers", "DELETE FROM transfers"],
  "a rule of the ledger is gone: an entry could be changed": ["transfers", "UPDATE transfers SET amount = amount + 1"],
  "a reference is not held: a cask could be of no kind": ["casks", "UPDATE casks SET kind = 'of-no-kind'"],
};

/** References that lead nowhere, and how many rows each table has that must refuse something. */
async function askRestored(stateDir) {
  const tables = Object.values(FORBIDDEN).map(([table]) => table);
  const [stray, ...counts] = await ask(stateDir, [
    "PRAGMA foreign_key_check",
    ...tables.map((table) => `SELECT count(*) AS rows FROM ${table}`),
  ]);
  const lines = stray.map((row) => `a reference leads nowhere: ${JSON.stringify(row)}`);
  return { lines, rowsOf: Object.fromEntries(tables.map((table, i) => [table, counts[i][0].rows])) };
}

/** Asked last, because what is not refused is done. A table without rows has nothing to refuse. */
async function unguarded(stateDir, rowsOf) {
  const open = [];
  for (const [problem, [table, sql]] of Object.entries(FORBIDDEN)) {
    if (rowsOf[table] === 0) continue;
    const refused = await ask(stateDir, [sql]).then(
      () => false,
      (error) => /FOREIGN KEY|SQLITE_CONSTRAINT/i.test(error.message),
    );
    if (!refused) open.push(problem);
  }
  return open;
}

/**
 * @param {string} backup a file written by `exportDatabase`
 * @returns {Promise<{ tables: number, rows: number, differences: string[], seconds: number }>}
 */
export async function drillRestore(backup) {
  const startedMs = Date.now();
  const folder = mkdtempSync(join(tmpdir(), "dunnage-restore-"));
  const stateDir = join(folder, "state");
  const again = join(folder, "again.sql");
  try {
    await importDatabase(backup, stateDir);
    await exportDatabase({ stateDir }, again);
    const compared = await compareDumps(backup, again);
    const { lines, rowsOf } = await askRestored(stateDir);
    const differences = [
      ...compared.differences,
      ...lines,
      ...(await brokenRules(stateDir, await readBookRules())),
      ...(await unguarded(stateDir, rowsOf)),
    ];
    return { ...compared, differences, seconds: (Date.now() - startedMs) / 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function restoreDrill() {
  const options = { "persist-to": { type: "string", default: defaultStateDir } };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const folder = mkdtempSync(join(tmpdir(), "dunnage-drill-"));
  try {
    const backup = positionals[0] ? resolve(positionals[0]) : join(folder, "backup.sql");
    if (!positionals[0]) await exportDatabase({ stateDir: values["persist-to"] }, backup);
    const { tables, rows, differences, seconds } = await drillRestore(backup);
    for (const difference of differences) console.error(`  - ${difference}`);
    console.log(
      `${tables} tables, ${rows} rows restored in ${seconds.toFixed(1)} s: ${differences.length} differences`,
    );
    process.exitCode = differences.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
