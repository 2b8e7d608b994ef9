// Writes a database into one file that can be imported again: npm run ops -- backup [--remote] [--to FILE] [--persist-to DIR]
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { productionWrangler } from "../deploy/world.mjs";
import { writeWhole } from "../steps/atomic-file.mjs";
import { wranglerEnvironment } from "../steps/database.mjs";
import { defaultStateDir, inRoot, root, shown } from "../steps/project.mjs";
import { nodeBinary, run } from "../steps/run-command.mjs";

/** What stands between two delimiters, the doubled ones in it included, or a comment. */
const PIECE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|;|\bBEGIN\b|\bEND\b/gi;

/**
 * An SQL dump as statements. A text or a trigger may contain semicolons, so the end of a line is not the end of a statement.
 * @returns {string[]} without their final semicolon
 */
export function readStatements(sql) {
  const statements = [];
  let [from, inTrigger] = [0, false];
  for (const { 0: piece, index } of sql.matchAll(PIECE)) {
    const word = piece.toUpperCase();
    // Only a trigger has semicolons within: from its BEGIN to its END.
    if (word === "BEGIN") inTrigger = /^\s*CREATE\s+TRIGGER/i.test(sql.slice(from, index));
    else if (word === "END") inTrigger = false;
    else if (piece === ";" && !inTrigger) {
      statements.push(sql.slice(from, index).trim());
      from = index + 1;
    }
  }
  return [...statements, sql.slice(from).trim()].filter((text) => text !== "");
}

/** Every table, then every row, then indexes, views and triggers, which hold from then on. */
const PLACES = [
  /^PRAGMA/i,
  /^CREATE TABLE/i,
  /^INSERT INTO (?!"sqlite_sequence")/i,
  // Numbering: the rows above have already counted, so it is emptied before it is filled.
  /^DELETE FROM sqlite_sequence$/i,
  /^INSERT INTO "sqlite_sequence"/i,
  /^CREATE (UNIQUE )?INDEX/i,
  /^CREATE VIEW/i,
  /^CREATE TRIGGER/i,
];

/**
 * wrangler's dump does not import as it is: rows stand before the tables they refer to, and triggers before the rows that
 * they would refuse.
 * @returns {string} the same statements in an order that imports
 * @throws if the dump holds anything unexpected
 */
export function orderDump(sql) {
  const placed = PLACES.map(() => []);
  for (const statement of readStatements(sql)) {
    const place = PLACES.findIndex((pattern) => pattern.test(statement));
    if (place < 0) throw new Error(`The dump has a statement of an unknown kind: ${statement.slice(0, 60)}`);
    placed[place].push(`${statement};\n`);
  }
  return placed.flat().join("");
}

/** As in wrangler.toml: the file of a local database is named by this id. */
const LOCAL_SETTINGS = `name = "dunnage"
compatibility_date = "2026-04-20"

[[d1_databases]]
binding = "DB"
database_name = "dunnage"
database_id = "00000000-0000-0000-0000-000000000001"
`;

/** `d1 export` has no --persist-to: it reads the state beside its settings, so those are put beside a link to the state. */
function exportLocal(wanted, folder, stateDir) {
  mkdirSync(join(folder, ".wrangler"));
  symlinkSync(resolve(stateDir), join(folder, ".wrangler", "state"), "junction");
  writeFileSync(join(folder, "wrangler.toml"), LOCAL_SETTINGS);
  const options = { cwd: folder, env: wranglerEnvironment(stateDir), quiet: true };
  return run(process.execPath, [nodeBinary("wrangler"), ...wanted, "--local"], options);
}

/**
 * @param {{ stateDir: string } | { remote: (args: string[]) => Promise<{ code: number, output: string }> }} source
 * @param {string} file readable by its owner only: it holds everything about everybody, account numbers sealed
 */
export async function exportDatabase(source, file) {
  const folder = mkdtempSync(join(tmpdir(), "dunnage-export-"));
  try {
    const draft = join(folder, "dump.sql");
    const wanted = ["d1", "export", "DB", "--output", draft];
    const { code, output } = await ("remote" in source
      ? source.remote([...wanted, "--remote"])
      : exportLocal(wanted, folder, source.stateDir));
    if (code !== 0) throw new Error(`The database could not be exported:\n${output.slice(-1500)}`);
    writeWhole(file, orderDump(readFileSync(draft, "utf8")), 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function backup() {
  const { values } = parseArgs({
    options: {
      remote: { type: "boolean" },
      to: { type: "string" },
      "persist-to": { type: "string", default: defaultStateDir },
    },
  });
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  // `.wrangler` is ignored by git: a backup must never be committed.
  const usual = inRoot(".wrangler", "backups", `${values.remote ? "production" : "local"}-${time}.sql`);
  const file = values.to ? resolve(values.to) : usual;
  const remote = () => ({ remote: productionWrangler({ root, env: process.env, quiet: true }) });
  await exportDatabase(values.remote ? remote() : { stateDir: values["persist-to"] }, file);
  const megabytes = (statSync(file).size / 1_000_000).toFixed(1);
  console.log(`${shown(file)}: ${megabytes} MB. It holds personal data: keep it as such.`);
}
