import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { plantedBug } from "./scripts/sim/planted-bug";
import { fileHash } from "./scripts/vite-plugins";

const alias = { "~": fileURLToPath(new URL("./app", import.meta.url)) };
/** The Worker's entry takes the app from here; in production from Remix's build. */
const serverBuild = { "server-build": fileURLToPath(new URL("./tests/support/server-build.ts", import.meta.url)) };
const assure = process.env.ASSURE === "1";
/** Of everything that is made up by chance: always the same in `npm test`, another each time in the long form, SEED=N to see one again. */
const seed = Number(process.env.SEED ?? (assure ? Date.now() % 1_000_000 : 1));
const provide = { assure, seed };

/** By how much `TEST_DATE` is ahead of the real time: the same for all processes of this run, and for their Workers. */
if (process.env.TEST_DATE) {
  const aheadMs = Date.parse(process.env.TEST_DATE) - Date.now();
  if (!Number.isFinite(aheadMs)) throw new Error("TEST_DATE must be a time like 2028-02-29T10:00:00Z.");
  process.env.CLOCK_AHEAD_MS = String(aheadMs);
}
const shiftedDate = new URL("./tests/support/shifted-date.mjs", import.meta.url);
const { CLOCK_AHEAD_MS = "0", NODE_OPTIONS = "" } = process.env;
/** Node programs that tests start have the date of the tests. */
const nodeEnv = CLOCK_AHEAD_MS === "0" ? {} : { NODE_OPTIONS: `${NODE_OPTIONS} --import=${shiftedDate.href}` };

/** Loading the pool takes two seconds of a processor: other projects do without. */
const asked = process.argv.join(" ");
const isElsewhere = /--project[ =](node|browser)\b/.test(asked) && !/--project[ =]workerd\b/.test(asked);

async function workerdPool() {
  const { cloudflareTest, readD1Migrations } = await import("@cloudflare/vitest-pool-workers");
  return cloudflareTest(async () => ({
    main: "./tests/support/worker.ts",
    wrangler: { configPath: "./tests/support/wrangler.toml" },
    miniflare: { bindings: { MIGRATIONS: await readD1Migrations("./migrations") } },
  }));
}

/** What a machine needs that is busy with ten other things. A test that takes longer says so itself. */
const patience = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 120_000 } } };

// Three kinds of test: inside workerd with real bindings, in Node (types, structure), in Chromium on the built Workers.
export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias: { ...alias, ...serverBuild } },
        // Pages are rendered as in production: React's other build checks every element.
        esbuild: { jsxDev: false },
        plugins: [plantedBug(), fileHash, isElsewhere ? null : workerdPool()],
        test: {
          name: "workerd",
          provide,
          env: { CLOCK_AHEAD_MS, NODE_ENV: "production" },
          include: [
            "tests/{domain,db,core,areas,integrations,routes,security,server,settlement,properties}/**/*.test.{ts,tsx}",
          ],
          setupFiles: [shiftedDate.pathname, "./tests/support/seeded.ts", "./tests/support/setup.ts"],
          // One workerd for all files, which `setup.ts` empties before each: a second one would load the whole app again.
          isolate: false,
          maxWorkers: 1,
          ...patience,
          deps: {
            optimizer: {
              ssr: {
                enabled: true,
                // The maps of these packages are larger than they are, and would be sent into workerd with them.
                esbuildOptions: { define: { "process.env.NODE_ENV": '"production"' }, sourcemap: false },
                include: [
                  "@remix-run/cloudflare",
                  "@remix-run/server-runtime",
                  "@remix-run/react",
                  "react-dom/server",
                  "stripe",
                  "@cantoo/pdf-lib",
                  "drizzle-orm",
                  "drizzle-orm/batch",
                  "drizzle-orm/d1",
                  "drizzle-orm/sqlite-core",
                  "drizzle-orm/sql",
                  "zod",
                  "jose",
                ],
              },
            },
          },
        },
      },
      {
        resolve: { alias },
        test: {
          name: "node",
          provide,
          env: nodeEnv,
          environment: "node",
          include: ["tests/node/**/*.test.ts"],
          setupFiles: [shiftedDate.pathname, "./tests/support/seeded.ts"],
          // What the files share is loaded once.
          isolate: false,
          ...patience,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "browser",
          provide,
          env: nodeEnv,
          setupFiles: [shiftedDate.pathname],
          environment: "node",
          include: ["tests/e2e/**/*.test.ts"],
          fileParallelism: false,
          // One process for all files: its connection to the browser and the sessions of the demo people are made once.
          isolate: false,
          ...patience,
          globalSetup: ["./tests/e2e/support/global-setup.ts"],
        },
      },
    ],
  },
});
