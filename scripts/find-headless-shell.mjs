// Finds Chromium's headless shell, which opens a page for a third of the CPU that the whole browser takes: on PATH, or
// Playwright's. Gets it where Chromium itself may be got: Debian's package, or Playwright's download.
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { download, onPath, starts } from "./find-chromium.mjs";
import { installDebianPackage } from "./steps/debian-package.mjs";

const PACKAGE = "chromium-headless-shell";
const names = [PACKAGE, "chrome-headless-shell", "headless_shell"];

/** Lies beside Playwright's Chromium, under the same number. */
async function playwrightsOwn() {
  const { chromium } = await import("playwright-core");
  const [, home, build] = /^(.*)chromium-(\d+)/.exec(chromium.executablePath()) ?? [];
  const folder = `${home}chromium_headless_shell-${build}`;
  if (!home || !existsSync(folder)) return null;
  const files = readdirSync(folder, { recursive: true }).map((file) => join(folder, file));
  const path = files.find((file) => names.includes(basename(file, ".exe")));
  return path && (await starts(path)) ? path : null;
}

const found = async () => (await onPath(names)) ?? (await playwrightsOwn());

/** @returns {Promise<string | null>} null: the whole Chromium has to do for all */
export async function findHeadlessShell(chromiumPath) {
  const path = (await found()) ?? ((await installDebianPackage(PACKAGE)) ? await found() : null);
  const isOurs = process.env.CI || chromiumPath.includes("ms-playwright");
  if (path || !isOurs) return path;
  console.log("No headless shell found: downloading Playwright's...");
  await download("chromium-headless-shell").catch(() => undefined);
  return found();
}
