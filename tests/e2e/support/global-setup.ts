// Runs the three Workers once for all browser tests, as `npm start` would, with their own state.
import type { TestProject } from "vitest/node";
import { findChromium } from "../../../scripts/find-chromium.mjs";
import { findPdftotext } from "../../../scripts/find-pdftotext.mjs";
import { startThrowawayRun } from "../../../scripts/steps/throwaway-run.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    origin: string;
    sandboxOrigin: string;
    stateDir: string;
    chromiumPath: string;
    /** Only tests that read papers need it. */
    pdftotext: { path: string } | { problem: string };
    secrets: Record<string, string>;
  }
}

export default async function setup(project: TestProject) {
  const chromium = await findChromium();
  if ("problem" in chromium) throw new Error(chromium.problem);
  const pdftotext = await findPdftotext();
  const run = await startThrowawayRun({ write: (line) => line.includes('"event":"request"') || console.log(line) });
  project.provide("origin", run.origin);
  project.provide("sandboxOrigin", run.sandboxOrigin);
  project.provide("stateDir", run.stateDir);
  project.provide("secrets", run.secrets);
  project.provide("chromiumPath", chromium.path);
  project.provide("pdftotext", pdftotext);
  return run.stop;
}
