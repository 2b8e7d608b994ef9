// Fills the local database with demo data: node scripts/seed.mjs [--persist-to DIR]. Running it again adds only what is
// missing. It runs inside workerd, on the data that `wrangler dev` serves.
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { builtinModules } from "node:module";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureMigrated } from "./steps/database.mjs";
import { ensureLocalSecrets } from "./steps/local-secrets.mjs";
import { defaultStateDir, inRoot } from "./steps/project.mjs";

const { values } = parseArgs({ options: { "persist-to": { type: "string", default: defaultStateDir } } });
const stateDir = resolve(values["persist-to"]);
await ensureMigrated(stateDir);

const { outputFiles } = await build({
  entryPoints: [inRoot("scripts", "seed", "worker.ts")],
  bundle: true,
  write: false,
  format: "esm",
  target: "es2022",
  outdir: "seed",
  loader: { ".ttf": "copy" },
  assetNames: "[name]",
  alias: { "~": inRoot("app") },
  conditions: ["workerd", "worker", "browser"],
  external: ["node:*", "cloudflare:*", ...builtinModules],
});
const modules = outputFiles.map(({ path, contents }) => ({
  type: path.endsWith(".js") ? "ESModule" : "Data",
  path: path.slice(path.lastIndexOf("/") + 1),
  contents,
}));
// `npm start` and the tests pass their own settings; run by hand, the script uses the local run's.
const { APP_ORIGIN, CODE_SECRET, BANK_DETAILS_KEY, SIGNING_KEY } = { ...ensureLocalSecrets(), ...process.env };
const { CLOCK_AHEAD_MS = "0" } = process.env;
const miniflare = new Miniflare({
  name: "dunnage-seed",
  compatibilityDate: "2026-04-20",
  compatibilityFlags: ["nodejs_compat"],
  // As in wrangler.toml.
  d1Databases: { DB: "00000000-0000-0000-0000-000000000001" },
  r2Buckets: { CERTIFICATES: "dunnage-certificates", PROOF: "dunnage-proof" },
  bindings: { ENVIRONMENT: "local", APP_ORIGIN, CODE_SECRET, BANK_DETAILS_KEY, SIGNING_KEY, CLOCK_AHEAD_MS },
  modules: modules.sort((a, b) => (a.type === "ESModule" ? -1 : b.type === "ESModule" ? 1 : 0)), // the entry comes first
  modulesRoot: inRoot(),
  defaultPersistRoot: join(stateDir, "v3"),
  cf: false,
});
try {
  const answer = await miniflare.dispatchFetch("http://seed.invalid/", { method: "POST" });
  (answer.ok ? console.log : console.error)(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} finally {
  await miniflare.dispose();
}
