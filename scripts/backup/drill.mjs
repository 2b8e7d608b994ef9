// A restore, tried: a backup goes into an empty database, and everything is compared and asked that can be.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, brokenRules, readBookRules } from "./books.mjs";
import { compareDumps } from "./compare-dumps.mjs";
import { exportDatabase } from "./export-database.mjs";
import { importDatabase } from "./import-database.mjs";

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
 * Restores into a database of its own, which is dropped afterwards.
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
