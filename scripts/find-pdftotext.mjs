// Finds the pdftotext that reads papers in the browser tests, and installs it if there is none: PDFTOTEXT_PATH, PATH, apt-get.
import { existsSync } from "node:fs";
import { run } from "./steps/run-command.mjs";

/** It prints its version to stderr. */
async function starts(path) {
  try {
    const { code } = await run(path, ["-v"], { quiet: true, timeoutMs: 20_000 });
    return code === 0;
  } catch {
    return false;
  }
}

/** As root, or where CI lets us be: on nobody's own machine. */
async function installed() {
  const isRoot = process.getuid?.() === 0;
  if (!existsSync("/etc/debian_version") || !(isRoot || process.env.CI)) return false;
  console.log("No pdftotext found: installing Debian's with apt-get...");
  const [command, ...first] = isRoot ? ["apt-get"] : ["sudo", "-n", "apt-get"];
  const options = { quiet: true, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, timeoutMs: 600_000 };
  const aptGet = (...args) => run(command, [...first, ...args], options).catch(() => undefined);
  await aptGet("update", "-qq");
  await aptGet("install", "-y", "-qq", "--no-install-recommends", "poppler-utils");
  return starts("pdftotext");
}

/** @returns {Promise<{ path: string } | { problem: string }>} */
export async function findPdftotext() {
  const asked = process.env.PDFTOTEXT_PATH;
  if (asked)
    return (await starts(asked)) ? { path: asked } : { problem: `PDFTOTEXT_PATH is ${asked}, which does not start.` };
  if ((await starts("pdftotext")) || (await installed())) return { path: "pdftotext" };
  return {
    problem:
      "Reading papers in the browser tests needs pdftotext: install it (Debian: apt-get install poppler-utils) or set PDFTOTEXT_PATH to it.",
  };
}
