// Writes a database into one file that can be imported again.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { writeWhole } from "../steps/atomic-file.mjs";
import { nodeBinary, run } from "../steps/run-command.mjs";
import { wranglerEnvironment } from "../steps/database.mjs";
import { orderDump } from "./order-dump.mjs";

/** As in wrangler.toml: the file of a local database is named by this id. */
const LOCAL_SETTINGS = `name = "dunnage"
compatibility_date = "2026-04-20"

[[d1_databases]]
binding = "DB"
database_name = "dunnage"
database_id = "00000000-0000-0000-0000-000000000001"
`;

/** `d1 export` has no --persist-to: it reads the state beside its settings, so those are put beside a link to the state. */
function besideState(folder, stateDir) {
  mkdirSync(join(folder, ".wrangler"));
  symlinkSync(resolve(stateDir), join(folder, ".wrangler", "state"), "junction");
  writeFileSync(join(folder, "wrangler.toml"), LOCAL_SETTINGS);
  return { cwd: folder, args: ["--local"], env: wranglerEnvironment(stateDir) };
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
    const { code, output } = await ("remote" in source ? source.remote([...wanted, "--remote"]) : exportLocal(wanted));
    if (code !== 0) throw new Error(`The database could not be exported:\n${output.slice(-1500)}`);
    writeWhole(file, orderDump(readFileSync(draft, "utf8")), 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }

  function exportLocal(wanted) {
    const { args, ...options } = besideState(folder, source.stateDir);
    return run(process.execPath, [nodeBinary("wrangler"), ...wanted, ...args], { ...options, quiet: true });
  }
}
