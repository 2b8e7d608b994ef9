import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { NODE_AREAS } from "./areas.mjs";

const { tests } = NODE_AREAS[process.env.MUTANTS_OF];

// Stryker runs these in Node. Those of the pure rules run in workerd otherwise.
export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("../../app", import.meta.url)) } },
  test: {
    provide: { assure: false, seed: 1 },
    environment: "node",
    // Each runs slower while coverage is measured.
    testTimeout: 60_000,
    include: tests.filter((path) => !path.startsWith("!")),
    exclude: tests.filter((path) => path.startsWith("!")).map((path) => path.slice(1)),
  },
});
