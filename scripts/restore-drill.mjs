// Shows that a backup can be restored: npm run ops -- restore-drill [FILE] [--persist-to DIR]. Without FILE it makes one of the
// local database. The restored copy is dropped; nothing else is touched.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { drillRestore } from "./backup/drill.mjs";
import { exportDatabase } from "./backup/export-database.mjs";
import { defaultStateDir } from "./steps/project.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "persist-to": { type: "string", default: defaultStateDir } },
});
const folder = mkdtempSync(join(tmpdir(), "dunnage-drill-"));
try {
  const backup = positionals[0] ? resolve(positionals[0]) : join(folder, "backup.sql");
  if (!positionals[0]) await exportDatabase({ stateDir: values["persist-to"] }, backup);
  const { tables, rows, differences, seconds } = await drillRestore(backup);
  for (const difference of differences) console.error(`  - ${difference}`);
  console.log(`${tables} tables, ${rows} rows restored in ${seconds.toFixed(1)} s: ${differences.length} differences`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
