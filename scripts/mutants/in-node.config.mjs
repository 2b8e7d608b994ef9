import { defineConfig } from "vitest/config";
import { plantedBug } from "../sim/planted-bug.mjs";
import { inRoot } from "../steps/project.mjs";

// What runs in Node as well: the pure rules, whose tests run in workerd otherwise, and the published verifier.
export default defineConfig({
  root: inRoot(),
  resolve: { alias: { "~": inRoot("app") } },
  plugins: [plantedBug()],
  test: {
    name: "node",
    provide: { assure: false, seed: 1 },
    environment: "node",
    include: ["tests/**/*.test.ts"],
    pool: "threads",
    isolate: false,
    maxWorkers: 1,
    // What never ends is noticed sooner, as a rule.
    testTimeout: 30_000,
  },
});
