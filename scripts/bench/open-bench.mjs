// Serves the deployed bundle of the app on workerd, with a signed-in viewer, and beside it, on the same bindings, what it is compared with.
import { readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { build } from "esbuild";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { ensureBuilt } from "../steps/build-app.mjs";
import { ensureMigrated, ensureSeeded, wranglerEnvironment } from "../steps/database.mjs";
import { freshSecrets } from "../steps/local-secrets.mjs";
import { inRoot, PRODUCTION } from "../steps/project.mjs";
import { runTool } from "../steps/run-command.mjs";
import { send } from "./measure.mjs";

const ORIGIN = "http://localhost:8787";
const BINDINGS = {
  compatibilityDate: "2026-04-20",
  compatibilityFlags: ["nodejs_compat"],
  d1Databases: { DB: "00000000-0000-0000-0000-000000000001" },
  kvNamespaces: { SESSIONS: "00000000000000000000000000000001" },
  r2Buckets: { CERTIFICATES: "dunnage-certificates", PROOF: "dunnage-proof" },
  queueProducers: { SETTLEMENTS: "dunnage-settlements" },
  serviceBindings: { PAPERS: "none" },
  ratelimits: { STARTS: { simple: { limit: 1_000_000, period: 60 } } },
  unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
};

let serial = 0;

function newEvent({ STRIPE_WEBHOOK_SECRET: secret }) {
  const id = `evt_bench${String((serial += 1)).padStart(8, "0")}`;
  const object = { id: `cs_${id}`, object: "checkout.session", payment_intent: `pi_${id}`, payment_status: "paid" };
  const event = { id, object: "event", api_version: "2026-10-28.endive", type: "checkout.session.completed" };
  const body = JSON.stringify({ ...event, data: { object } });
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return { method: "POST", body, headers: { "Stripe-Signature": `t=${time},v1=${signature}`, "X-Event-Id": id } };
}

async function bundleAll(folder) {
  const quietly = { what: "Bundling", quiet: true, env: wranglerEnvironment(folder) };
  await runTool("wrangler", ["deploy", "--dry-run", "-c", PRODUCTION, "--outdir", folder], quietly);
  await build({
    entryPoints: ["watched.mjs", "bare.mjs", "settling.ts"].map((name) => inRoot("scripts", "bench", name)),
    outdir: folder,
    bundle: true,
    format: "esm",
    external: ["./app.js", "node:*", "cloudflare:*"],
    alias: { "~": inRoot("app") },
  });
}

/** @param paths what will be measured. @param stakes 0: the demo data */
export async function openBench({ paths, stakes }) {
  if (!(await ensureBuilt())) throw new Error("The build failed");
  const stateDir = mkdtempSync(join(tmpdir(), "dunnage-bench-"));
  process.once("exit", () => rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 }));
  const secrets = { ...freshSecrets(), APP_ORIGIN: ORIGIN };
  await ensureMigrated(stateDir);
  if (stakes === 0) await ensureSeeded(stateDir, { ...secrets, SANDBOX_ORIGIN: ORIGIN });
  const bundle = join(stateDir, "bundle");
  await bundleAll(bundle);
  const bindings = { ...secrets, ENVIRONMENT: "local", MAIL_FROM: "Dunnage <login@dunnage.test>" };
  const worker = (name, files, more = {}) => ({
    name,
    modulesRoot: bundle,
    modules: files.map((file) => ({ type: "ESModule", path: join(bundle, file) })),
    ...BINDINGS,
    bindings,
    ...more,
  });
  const plans = {};
  const migrations = (await readD1Migrations(inRoot("migrations"))).flatMap(({ queries }) => queries);
  const options = () => ({
    defaultPersistRoot: join(stateDir, "v3"),
    // The Workers' own log lines would only clutter the result.
    handleRuntimeStdio: (stdout, stderr) => [stdout, stderr].forEach((stream) => stream.resume()),
    workers: [
      worker("app", ["app.js"]),
      worker("watched", ["watched.js", "app.js"]),
      worker("bare", ["bare.js"], { bindings: { PLANS: plans } }),
      worker("settling", ["settling.js"], {
        d1Databases: { ...BINDINGS.d1Databases, OURS: "ours", BARE: "bare" },
        bindings: { ...bindings, MIGRATIONS: migrations },
      }),
      { name: "none", modules: true, script: "export default { fetch: () => new Response(null) }" },
    ],
  });
  const mf = new Miniflare(options());
  const ask = async (path) => {
    const answer = await (await mf.getWorker("settling")).fetch(`http://settling.invalid${path}`);
    if (answer.status !== 200) throw new Error(await answer.text());
    return answer.json();
  };
  const { cookie: Cookie } = await ask(`/open?count=${stakes}`);
  /** @returns what makes the next request */
  const reach = async (name, path) => {
    const url = new URL(path, await mf.unsafeGetDirectURL(name));
    return () => {
      const { headers: own, ...rest } = path.startsWith("/webhooks/") ? newEvent(secrets) : { headers: { Cookie } };
      return { url, ...rest, headers: { Host: new URL(ORIGIN).host, ...own } };
    };
  };
  for (const path of paths) {
    const next = await reach("watched", path);
    await send(next()); // what is made once an isolate
    const request = next();
    plans[path] = { ...JSON.parse(await send(request)), eventId: request.headers["X-Event-Id"] ?? "" };
    if (plans[path].status !== 200) throw new Error(`${path} answered ${plans[path].status} to the watched app`);
  }
  await mf.setOptions(options());
  return { reach, ask, plans, close: () => mf.dispose() };
}
