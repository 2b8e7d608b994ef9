// The packages of this folder's own package.json: they are large, and nothing else needs them, so they are installed on first use.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../steps/project.mjs";
import { run } from "../steps/run-command.mjs";

const folder = inRoot("scripts", "bench-pages");

/** @param {"lighthouse" | "puppeteer-core"} name @returns the package's default export */
export async function loadOwnPackage(name) {
  if (!existsSync(join(folder, "node_modules", name))) {
    console.log("Installing Lighthouse...");
    const { code, output } = await run("npm", ["ci", "--prefix", folder, "--no-audit", "--no-fund"], { quiet: true });
    if (code !== 0) throw new Error(`Lighthouse could not be installed:\n${output.slice(-800)}`);
  }
  return (await import(name)).default;
}
