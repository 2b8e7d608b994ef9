// Mutants made by Stryker, of what runs in Node as well: the pure rules, and the published verifier. See scripts/mutants.mjs.
import { NODE_AREAS } from "./areas.mjs";

const area = process.env.MUTANTS_OF;
const results = `.wrangler/mutants/${area}`;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "scripts/mutants/vitest.config.mjs", related: false },
  mutate: NODE_AREAS[area].mutate,
  ignorePatterns: ["/build", "/docs", "/.wrangler", "/tests/.tmp", "/tests/e2e", "/.git"],
  tempDirName: `tests/.tmp/stryker-${area}`,
  coverageAnalysis: "perTest",
  concurrency: 1,
  timeoutMS: 30_000,
  disableTypeChecks: false,
  reporters: ["json", "progress-append-only"],
  jsonReporter: { fileName: `${results}.json` },
  incremental: true,
  incrementalFile: `${results}-incremental.json`,
};
