// Generates a migration from the changes in app/db/schema: npm run db:generate -- --name what-changed. With `--custom`
// it is empty, for triggers and rows. drizzle-kit cannot write STRICT or WITHOUT ROWID, so this script adds both; it
// also refuses what D1 would refuse.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { inRoot, root } from "./steps/project.mjs";

const folder = "migrations";
const migrations = () => readdirSync(inRoot(folder)).filter((name) => name.endsWith(".sql"));

/** Tables of names, with one thing that is said of each, and of allowed state changes. */
const NAMES =
  /\(\n\t`name` text PRIMARY KEY NOT NULL(,\n\t`\w+` (integer DEFAULT 0|text) NOT NULL(,\n\tFOREIGN KEY .*)?)?\n\)|^\tPRIMARY KEY\(`was`, `becomes`\)/m;

const withOptions = (sql) =>
  sql.replaceAll(/^CREATE TABLE[\s\S]*?^\);/gm, (table) =>
    table.replace(/\);$/, NAMES.test(table) ? ") STRICT, WITHOUT ROWID;" : ") STRICT;"),
  );

/** What works in SQLite but not on D1, where foreign keys are always on. */
const refusals = [
  [/`__new_/, "makes a table again, which D1 refuses once other tables refer to it"],
  [/ADD [^;]*NOT NULL[^;]*REFERENCES/, "adds a column that is NOT NULL and refers to another table: leave it nullable"],
];

const before = new Set(migrations());
// drizzle-kit asks at the terminal whether a column was renamed.
const drizzleKit = [inRoot("node_modules", "drizzle-kit", "bin.cjs"), "generate", ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, drizzleKit, { cwd: root, stdio: "inherit" }).status ?? 1;
for (const name of migrations().filter((one) => !before.has(one))) {
  const file = inRoot(folder, name);
  const sql = withOptions(readFileSync(file, "utf8"));
  writeFileSync(file, sql);
  for (const [pattern, problem] of refusals) {
    if (!pattern.test(sql)) continue;
    console.error(
      `${folder}/${name} ${problem}. Delete it and its entry in ${folder}/meta, and see docs/how-to-change.md.`,
    );
    process.exitCode = 1;
  }
}
