// Writes the database into one file that can be restored: npm run ops -- backup [--remote] [--to FILE] [--persist-to DIR]
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { exportDatabase } from "./backup/export-database.mjs";
import { nameBackup } from "./backup/name-backup.mjs";
import { productionWrangler } from "./deploy/world.mjs";
import { defaultStateDir, root, shown } from "./steps/project.mjs";

const { values } = parseArgs({
  options: {
    remote: { type: "boolean", default: false },
    to: { type: "string" },
    "persist-to": { type: "string", default: defaultStateDir },
  },
});
const file = values.to ? resolve(values.to) : nameBackup(values.remote ? "production" : "local");
const source = values.remote
  ? { remote: productionWrangler({ root, env: process.env, quiet: true }) }
  : { stateDir: values["persist-to"] };
try {
  await exportDatabase(source, file);
  console.log(
    `${shown(file)}: ${(statSync(file).size / 1_000_000).toFixed(1)} MB. It holds personal data: keep it as such.`,
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
