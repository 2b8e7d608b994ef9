// Installs the dependencies when node_modules does not match the lockfile. Needs only Node and npm.
import { rmSync } from "node:fs";
import { readIfThere } from "./atomic-file.mjs";
import { withLock } from "./lock.mjs";
import { inRoot } from "./project.mjs";
import { run } from "./run-command.mjs";

const hiddenLockfile = inRoot("node_modules", ".package-lock.json");

function isInstalled() {
  const wanted = JSON.parse(readIfThere(inRoot("package-lock.json")) ?? "{}").packages ?? {};
  // npm writes its own record last, so an interrupted install has none.
  const present = JSON.parse(readIfThere(hiddenLockfile) ?? "{}").packages;
  if (!present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "") return true;
    const found = present[path];
    return found ? found.version === entry.version && found.integrity === entry.integrity : entry.optional === true;
  });
}

/** Uses the npm that runs this script, so that its settings are the same. */
export function npmCommand() {
  const script = process.env.npm_execpath;
  return script?.endsWith(".js") && script.includes("npm-cli") ? [process.execPath, [script]] : ["npm", []];
}

export async function ensureInstalled() {
  if (isInstalled()) return;
  await withLock(inRoot(".wrangler", "locks", "install"), "installing", async () => {
    if (isInstalled()) return;
    console.log("Installing dependencies from the lockfile (once, about a minute)...");
    rmSync(hiddenLockfile, { force: true });
    const [command, first] = npmCommand();
    const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
    const { code, output } = await run(command, [...first, ...args], { quiet: true });
    if (code === 0 && isInstalled()) return;
    process.stderr.write(output);
    console.error("Installing failed: `npm ci` did not finish. Is the npm registry reachable?");
    process.exit(1);
  });
}
