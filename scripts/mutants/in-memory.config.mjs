import { defineConfig } from "vitest/config";
import { plantedBug } from "../sim/planted-bug.mjs";
import { inRoot } from "../steps/project.mjs";
import { fileHash } from "../vite/file-hash";
import { islands } from "../vite/islands";

const bindings = inRoot("scripts", "mutants", "in-memory.ts");

// Tests of workerd, in Node.
export default defineConfig({
  root: inRoot(),
  resolve: {
    alias: {
      "~": inRoot("app"),
      "server-build": inRoot("tests", "support", "server-build.ts"),
      "cloudflare:test": bindings,
      "cloudflare:workers": bindings,
    },
  },
  plugins: [plantedBug(), islands("build"), fileHash],
  test: {
    name: "memory",
    provide: { assure: false, seed: 1 },
    environment: "node",
    include: ["tests/**/*.test.{ts,tsx}"],
    exclude: ["tests/.tmp/stryker-*/**"],
    setupFiles: [inRoot("scripts", "mutants", "in-memory-setup.ts")],
    pool: "threads",
    isolate: false,
    maxWorkers: 1,
    // What never ends is noticed sooner, as a rule.
    testTimeout: 30_000,
  },
});
