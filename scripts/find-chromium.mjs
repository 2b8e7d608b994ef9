// Finds a Chromium that starts on this machine, and installs one if there is none: CHROMIUM_PATH, PATH, Playwright's
// download, apt-get.
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { installDebianPackage } from "./steps/debian-package.mjs";
import { nodeBinary, run } from "./steps/run-command.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const macApplications = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Works as root and in containers; the remaining flags keep the browser from calling home. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Fails for a stub that only asks for a snap, and for a download without its system libraries. */
export async function starts(path) {
  if (!path || !isExecutable(path)) return false;
  try {
    const { code, output } = await run(path, ["--version"], { quiet: true, timeoutMs: 20_000 });
    return code === 0 && /chrom/i.test(output);
  } catch {
    return false;
  }
}

export async function onPath(names, elsewhere = []) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere];
  for (const candidate of candidates) if (existsSync(candidate) && (await starts(candidate))) return candidate;
  return null;
}

const fullPath = () => onPath(names, macApplications);

export async function download(...what) {
  const args = [nodeBinary("playwright-core"), "install", "--no-progress", ...what];
  await run(process.execPath, args, { quiet: true, timeoutMs: 300_000 });
}

async function playwrightsOwn() {
  const { chromium } = await import("playwright-core");
  const path = chromium.executablePath();
  if (await starts(path)) return path;
  console.log("No Chromium found: downloading Playwright's...");
  await download("--no-shell", "chromium");
  return (await starts(path)) ? path : null;
}

/** @returns {Promise<{ path: string } | { problem: string }>} */
export async function findChromium() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked)
    return (await starts(asked))
      ? { path: asked }
      : { problem: `CHROMIUM_PATH is ${asked}, which does not start as a Chromium.` };
  const path =
    (await fullPath()) ??
    (await playwrightsOwn()) ??
    ((await installDebianPackage("chromium")) ? await fullPath() : null);
  if (path) return { path };
  return {
    problem:
      "The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.",
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = await findChromium();
  if ("problem" in found) {
    console.error(found.problem);
    process.exit(1);
  }
  console.log(found.path);
}
