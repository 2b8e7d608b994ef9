// Finds a Chromium that starts on this machine, and its headless shell, which opens a page for a third of the CPU that the whole
// browser takes: CHROMIUM_PATH, PATH, Playwright's, apt-get. Installs what is missing.
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
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
async function starts(path) {
  if (!path || !isExecutable(path)) return false;
  try {
    const { code, output } = await run(path, ["--version"], { quiet: true, timeoutMs: 20_000 });
    return code === 0 && /chrom/i.test(output);
  } catch {
    return false;
  }
}

async function onPath(names, elsewhere = []) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere];
  for (const candidate of candidates) if (existsSync(candidate) && (await starts(candidate))) return candidate;
  return null;
}

/** As root, or where CI lets us be: never on a personal machine. */
async function installDebianPackage(name) {
  const isRoot = process.getuid?.() === 0;
  if (!existsSync("/etc/debian_version") || !(isRoot || process.env.CI)) return false;
  console.log(`Installing Debian's ${name} with apt-get...`);
  const [command, ...first] = isRoot ? ["apt-get"] : ["sudo", "-n", "apt-get"];
  const options = { quiet: true, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, timeoutMs: 1_200_000 };
  const aptGet = (...args) => run(command, [...first, "-o", "DPkg::Lock::Timeout=600", ...args], options);
  await aptGet("update", "-qq");
  const { code, output } = await aptGet("install", "-y", "-qq", "--no-install-recommends", name);
  if (code !== 0) console.error(`apt-get did not install ${name}: ${output.trim().split("\n").at(-1)}`);
  return code === 0;
}

const fullPath = () => onPath(names, macApplications);

async function download(...what) {
  const args = [nodeBinary("playwright-core"), "install", "--no-progress", ...what];
  await run(process.execPath, args, { quiet: true, timeoutMs: 300_000 });
}

const playwrightsPath = async () => (await import("playwright-core")).chromium.executablePath();

async function playwrightsOwn() {
  const path = await playwrightsPath();
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

const PACKAGE = "chromium-headless-shell";
const shellNames = [PACKAGE, "chrome-headless-shell", "headless_shell"];

/** Lies beside Playwright's Chromium, under the same number. */
async function playwrightsShell() {
  const [, home, build] = /^(.*)chromium-(\d+)/.exec(await playwrightsPath()) ?? [];
  const folder = `${home}chromium_headless_shell-${build}`;
  if (!home || !existsSync(folder)) return null;
  const files = readdirSync(folder, { recursive: true }).map((file) => join(folder, file));
  const path = files.find((file) => shellNames.includes(basename(file, ".exe")));
  return path && (await starts(path)) ? path : null;
}

const foundShell = async () => (await onPath(shellNames)) ?? (await playwrightsShell());

/** @returns {Promise<string | null>} null: the whole Chromium has to do for all */
export async function findHeadlessShell(chromiumPath) {
  const path = (await foundShell()) ?? ((await installDebianPackage(PACKAGE)) ? await foundShell() : null);
  const isOurs = process.env.CI || chromiumPath.includes("ms-playwright");
  if (path || !isOurs) return path;
  console.log("No headless shell found: downloading Playwright's...");
  await download("chromium-headless-shell").catch(() => undefined);
  return foundShell();
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = await findChromium();
  if ("problem" in found) {
    console.error(found.problem);
    process.exit(1);
  }
  console.log(found.path);
}
