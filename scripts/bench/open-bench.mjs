// Serves the deployed bundle of the app on workerd, on demo data, with a signed-in viewer, and beside it, on the same
// bindings, what it is compared with.
import { request } from "node:http";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { buildRivals } from "./build-rivals.mjs";
import { signInOverHttp } from "./sign-in-over-http.mjs";
import { WATCHED } from "./targets.mjs";
import { ensureBuilt } from "../steps/build-app.mjs";
import { ensureMigrated, ensureSeeded, wranglerEnvironment } from "../steps/database.mjs";
import { findFreePort } from "../steps/free-port.mjs";
import { freshSecrets } from "../steps/local-secrets.mjs";
import { inRoot } from "../steps/project.mjs";
import { runTool } from "../steps/run-command.mjs";
import { originsOn, serveWorkers } from "../steps/workers.mjs";

export const BINDINGS = {
  compatibilityDate: "2026-04-20",
  compatibilityFlags: ["nodejs_compat"],
  d1Databases: { DB: "00000000-0000-0000-0000-000000000001" },
  kvNamespaces: { SESSIONS: "00000000000000000000000000000001" },
  r2Buckets: { CERTIFICATES: "dunnage-certificates", PROOF: "dunnage-proof" },
  queueProducers: { SETTLEMENTS: "dunnage-settlements" },
  serviceBindings: { PAPERS: "none" },
  unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
};

/** Demo data in a folder of its own, and the cookies of these people. Signing in needs the full local run, which has a mailbox. */
export async function prepare(stateDir, emails) {
  const [port, inspectorPort] = [await findFreePort(), await findFreePort()];
  const { APP_ORIGIN: origin, SANDBOX_ORIGIN } = originsOn(port);
  const secrets = { ...freshSecrets(), APP_ORIGIN: origin };
  await ensureMigrated(stateDir);
  await ensureSeeded(stateDir, { ...secrets, SANDBOX_ORIGIN });
  const workers = await serveWorkers({ port, inspectorPort, stateDir, secrets, write: () => undefined });
  const cookies = [];
  try {
    for (const email of emails) cookies.push(await signInOverHttp(origin, SANDBOX_ORIGIN, email));
  } finally {
    await workers.stop();
  }
  return { origin, secrets, cookies };
}

/** As deployed; the folder also gets the program that watches the app's calls. */
export async function bundleApp(stateDir) {
  const bundle = join(stateDir, "bundle");
  await runTool("wrangler", ["deploy", "--dry-run", "--env=", "--outdir", bundle], {
    what: "Bundling",
    quiet: true,
    env: wranglerEnvironment(stateDir),
  });
  copyFileSync(inRoot("scripts", "bench", "watch-calls.mjs"), join(bundle, "watch-calls.js"));
  return bundle;
}

/** @param {string} folder @param {string[]} files the entry first; listed, because Remix imports by computed names */
export const modulesIn = (folder, files) => ({
  modulesRoot: folder,
  modules: files.map((file) => ({ type: "ESModule", path: join(folder, file) })),
});

export async function openBench({ inspectorPort } = {}) {
  if (!(await ensureBuilt())) throw new Error("The build failed");
  const rivals = await buildRivals();
  const stateDir = mkdtempSync(join(tmpdir(), "dunnage-bench-"));
  const drop = () => rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 });
  process.once("exit", drop);
  const { origin, secrets, cookies } = await prepare(stateDir, ["investor@dunnage.test"]);
  const bundle = await bundleApp(stateDir);
  const bindings = { ...secrets, ENVIRONMENT: "local", MAIL_FROM: "Dunnage <login@dunnage.test>" };
  const ours = { ...BINDINGS, bindings };
  const none = { name: "none", modules: true, script: "export default { fetch: () => new Response(null) }" };
  const options = (plans) => ({
    defaultPersistRoot: join(stateDir, "v3"),
    ...(inspectorPort ? { inspectorPort } : {}),
    // The Workers' own log lines would only clutter the result.
    handleRuntimeStdio: (stdout, stderr) => [stdout, stderr].forEach((stream) => stream.resume()),
    workers: [
      { name: "app", ...modulesIn(bundle, ["app.js"]), ...ours },
      { name: "watched", ...modulesIn(bundle, ["watch-calls.js", "app.js"]), ...ours },
      { name: "usual", ...modulesIn(rivals, ["usual.js"]), ...ours },
      { name: "template", ...modulesIn(rivals, ["template.js"]), ...BINDINGS },
      {
        name: "bare",
        ...modulesIn(inRoot("scripts", "bench"), ["bare-worker.mjs"]),
        ...BINDINGS,
        bindings: { PLANS: plans },
      },
      none,
    ],
  });
  const mf = new Miniflare(options({}));
  await mf.ready;
  const reach = async ({ worker, path, signedIn }) => ({
    url: new URL(path, await mf.unsafeGetDirectURL(worker)),
    headers: { Host: new URL(origin).host, ...(signedIn ? { Cookie: cookies[0] } : {}) },
  });
  await mf.setOptions(options(await watchCalls(reach)));
  const close = async () => {
    await mf.dispose();
    drop();
  };
  return { reach, close };
}

/** @returns what the bare Worker does at each path */
async function watchCalls(reach) {
  const plans = {};
  for (const path of WATCHED) {
    const { url, headers } = await reach({ worker: "watched", path, signedIn: true });
    const seen = await askJson(url, headers);
    if (seen.status !== 200) throw new Error(`${path} answered ${seen.status} while its calls were watched`);
    plans[path] = seen;
  }
  return plans;
}

/** `fetch` would not let the host be named. */
async function askJson(url, headers) {
  const text = await new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => resolve(Buffer.concat(parts).toString("utf8")));
    });
    sent.on("error", reject).end();
  });
  return JSON.parse(text);
}
