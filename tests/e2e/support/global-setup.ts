// Runs the local Worker once for all browser tests, with a state of its own; and finds the browsers.
import "../../support/shifted-date.mjs";
import type { TestProject } from "vitest/node";
import { findChromium, findHeadlessShell } from "../../../scripts/find-chromium.mjs";
import { makeStart, startThrowawayRun } from "../../../scripts/steps/throwaway-run.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    origin: string;
    sandboxOrigin: string;
    stateDir: string;
    /** What another run begins with. */
    start: Awaited<ReturnType<typeof makeStart>>;
    /** The headless shell, or the whole Chromium where there is none. */
    shellPath: string;
    /** The whole Chromium, for what the shell cannot do. */
    chromiumPath: string;
    secrets: Record<string, string>;
  }
}

export default async function setup(project: TestProject) {
  const whole = await findChromium();
  if ("problem" in whole) throw new Error(whole.problem);
  const shellPath = (await findHeadlessShell(whole.path)) ?? whole.path;
  const start = await makeStart();
  const run = await startThrowawayRun({
    like: start,
    write: (line) => line.includes('"event":"request"') || console.log(line),
  });
  project.provide("origin", run.origin);
  project.provide("sandboxOrigin", run.sandboxOrigin);
  project.provide("stateDir", run.stateDir);
  project.provide("secrets", run.secrets);
  project.provide("start", start);
  project.provide("shellPath", shellPath);
  project.provide("chromiumPath", whole.path);
  return () => run.stop();
}
