// Fills the local database with demo data: node scripts/seed.mjs [--persist-to DIR]. Running it again adds only what is
// missing. It runs inside workerd with the settlement Worker's bindings, which are always local here.
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ensureMigrated, wranglerEnvironment } from "./steps/database.mjs";
import { ensureLocalSecrets } from "./steps/local-secrets.mjs";
import { tryLock } from "./steps/lock.mjs";
import { defaultStateDir, inRoot, shown } from "./steps/project.mjs";

const { values } = parseArgs({ options: { "persist-to": { type: "string", default: defaultStateDir } } });
const stateDir = resolve(values["persist-to"]);

// `npm start` owns the state folder while it calls this script; while its Workers run, nothing else may write there.
const owner = tryLock(join(stateDir, "owner"));
if ("heldBy" in owner && owner.heldBy !== process.ppid) {
  console.error(`${shown(stateDir)} is in use by process ${owner.heldBy}: stop it first.`);
  process.exit(1);
}
await ensureMigrated(stateDir);

// Until it is done: an interrupted wrangler ends the process with this code.
process.exitCode = 1;
Object.assign(process.env, wranglerEnvironment(stateDir));
const { unstable_startWorker: startWorker } = await import("wrangler");
// wrangler reports what it cannot bundle, but then never answers.
const patienceMs = 120_000;
const plain = (value) => ({ type: "plain_text", value });
const worker = await startWorker({
  name: "dunnage-seed",
  config: inRoot("workers", "settlement", "wrangler.toml"),
  env: "local",
  entrypoint: inRoot("scripts", "seed", "worker.ts"),
  envFiles: [],
  triggers: [],
  // `npm start` and the tests pass their own secrets; run by hand, the script uses the local run's.
  bindings: {
    APP_ORIGIN: plain(process.env.APP_ORIGIN ?? ensureLocalSecrets().APP_ORIGIN),
    CODE_SECRET: plain(process.env.CODE_SECRET ?? ensureLocalSecrets().CODE_SECRET),
    BANK_DETAILS_KEY: plain(process.env.BANK_DETAILS_KEY ?? ensureLocalSecrets().BANK_DETAILS_KEY),
    CLOCK_AHEAD_MS: plain(process.env.CLOCK_AHEAD_MS ?? "0"),
  },
  build: { nodejsCompatMode: "v1" },
  sendMetrics: false,
  dev: {
    persist: stateDir,
    remote: false,
    watch: false,
    inspector: false,
    logLevel: "warn",
    registry: join(stateDir, "registry"),
    server: { hostname: "127.0.0.1", port: 0 },
  },
});
try {
  const late = sleep(patienceMs, null, { ref: false });
  const answer = await Promise.race([worker.fetch("http://seed.invalid/", { method: "POST" }), late]);
  if (answer === null) throw new Error(`The demo data did not come within ${patienceMs / 1000} s.`);
  const text = await answer.text();
  (answer.ok ? console.log : console.error)(text);
  process.exitCode = answer.ok ? 0 : 1;
} finally {
  await worker.dispose();
}
