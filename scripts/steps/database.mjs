// Brings a local state folder up to date: schema, then demo data. Each step writes its stamp last, so that a killed one
// is done again.
import { join } from "node:path";
import { existsSync } from "node:fs";
import { readIfThere, writeWhole } from "./atomic-file.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { inRoot, PRODUCTION, shown } from "./project.mjs";
import { nodeBinary, plainEnvironment, run, runTool } from "./run-command.mjs";

export const wranglerEnvironment = (stateDir) => ({
  ...plainEnvironment(),
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_REGISTRY_PATH: join(stateDir, "registry"),
  WRANGLER_LOG_PATH: join(stateDir, "logs"),
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  CI: "true",
});

/**
 * @param {{ remote?: boolean, "persist-to"?: string }} where production, or a local state folder
 * @returns {Promise<Record<string, any>[][]>} the rows of each statement
 */
export async function askWrangler({ remote, "persist-to": stateDir }, sql) {
  const where = remote ? ["--remote", "-c", PRODUCTION] : ["--local", "--persist-to", stateDir];
  const env = remote ? { ...process.env, CI: "true" } : wranglerEnvironment(stateDir);
  const args = [nodeBinary("wrangler"), "d1", "execute", "DB", ...where, "--json", "--command", sql];
  const { code, output, stdout } = await run(process.execPath, args, { quiet: true, env, timeoutMs: 60_000 });
  if (code !== 0) throw new Error(`Could not query the database: ${output.slice(-800)}`);
  return JSON.parse(stdout).map((answer) => answer.results);
}

async function unlessStamped(stampFile, value, work) {
  if (readIfThere(stampFile) === value) return;
  await work();
  writeWhole(stampFile, value);
}

export async function ensureMigrated(stateDir) {
  await unlessStamped(join(stateDir, "migrated"), fingerprint(["migrations"]), async () => {
    console.log(`Migrating the local database in ${shown(stateDir)}...`);
    const args = ["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDir];
    await runTool("wrangler", args, { what: "Migrating", quiet: true, env: wranglerEnvironment(stateDir) });
  });
}

/** Demo casks are dated relative to today, so they are seeded again on another day; what people did is kept. */
export async function ensureSeeded(stateDir, environment) {
  const script = inRoot("scripts", "seed.mjs");
  if (!existsSync(script)) return;
  const value = `${fingerprint(["scripts/seed.mjs", "scripts/seed", "migrations"])} ${new Date().toISOString().slice(0, 10)}`;
  await unlessStamped(join(stateDir, "seeded"), value, async () => {
    console.log("Seeding demo data...");
    const env = { ...wranglerEnvironment(stateDir), ...environment };
    const { code, output } = await run(process.execPath, [script, "--persist-to", stateDir], { quiet: true, env });
    if (code === 0) return;
    process.stderr.write(output);
    console.error("Seeding failed: `node scripts/seed.mjs` did not finish.");
    process.exit(1);
  });
}
