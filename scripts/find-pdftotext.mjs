// Finds the pdftotext that reads papers in the browser tests, and installs it if there is none: PDFTOTEXT_PATH, PATH, apt-get.
import { installDebianPackage } from "./steps/debian-package.mjs";
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

/** @returns {Promise<{ path: string } | { problem: string }>} */
export async function findPdftotext() {
  const asked = process.env.PDFTOTEXT_PATH;
  if (asked)
    return (await starts(asked)) ? { path: asked } : { problem: `PDFTOTEXT_PATH is ${asked}, which does not start.` };
  if (await starts("pdftotext")) return { path: "pdftotext" };
  if ((await installDebianPackage("poppler-utils")) && (await starts("pdftotext"))) return { path: "pdftotext" };
  return {
    problem:
      "Reading papers in the browser tests needs pdftotext: install it (Debian: apt-get install poppler-utils) or set PDFTOTEXT_PATH to it.",
  };
}
