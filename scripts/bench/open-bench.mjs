// Serves the deployed bundle of the app on workerd, on demo data, with a signed-in viewer, and beside it a bare Worker
// on the same bindings.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { signInOverHttp } from "./sign-in-over-http.mjs";
import { BARE_WORKER } from "./targets.mjs";
import { ensureBuilt } from "../steps/build-app.mjs";
import { ensureMigrated, ensureSeeded, wranglerEnvironment } from "../steps/database.mjs";
import { findFreePort } from "../steps/free-port.mjs";
import { freshSecrets } from "../steps/local-secrets.mjs";
import { runTool } from "../steps/run-command.mjs";
import { originsOn, serveWorkers } from "../steps/workers.mjs";

const COMPATIBILITY = { compatibilityDate: "2026-04-20", compatibilityFlags: ["nodejs_compat"] };
const BINDINGS = {
  d1Databases: { DB: "00000000-0000-0000-0000-000000000001" },
  kvNamespaces: { SESSIONS: "00000000000000000000000000000001" },
  r2Buckets: { CERTIFICATES: "dunnage-certificates", PROOF: "dunnage-proof" },
  queueProducers: { SETTLEMENTS: "dunnage-settlements" },
};

export async function openBench() {
  if (!(await ensureBuilt())) throw new Error("The build failed");
  const stateDir = mkdtempSync(join(tmpdir(), "dunnage-bench-"));
  const drop = () => rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 });
  process.once("exit", drop);
  const [port, inspectorPort] = [await findFreePort(), await findFreePort()];
  const { APP_ORIGIN: origin, SANDBOX_ORIGIN } = originsOn(port);
  const secrets = { ...freshSecrets(), APP_ORIGIN: origin };
  await ensureMigrated(stateDir);
  await ensureSeeded(stateDir, { ...secrets, SANDBOX_ORIGIN });

  // Signing in needs the full local run, which has a mailbox; its state is then served without wrangler.
  const workers = await serveWorkers({ port, inspectorPort, stateDir, secrets, write: () => undefined });
  const cookie = await signInOverHttp(origin, SANDBOX_ORIGIN, "investor@dunnage.test").finally(() => workers.stop());
  const bundle = join(stateDir, "bundle");
  await runTool("wrangler", ["deploy", "--dry-run", "--env", "local", "--outdir", bundle], {
    what: "Bundling",
    quiet: true,
    env: wranglerEnvironment(stateDir),
  });

  const direct = [{ host: "127.0.0.1", port: 0 }];
  const mf = new Miniflare({
    defaultPersistRoot: join(stateDir, "v3"),
    // The Workers' own log lines would only clutter the result.
    handleRuntimeStdio: (stdout, stderr) => [stdout, stderr].forEach((stream) => stream.resume()),
    workers: [
      {
        name: "app",
        // Listed one by one: Remix imports by computed names, which Miniflare would not follow.
        modulesRoot: bundle,
        modules: [{ type: "ESModule", path: join(bundle, "app.js") }],
        bindings: { ...secrets, ENVIRONMENT: "local", MAIL_FROM: "Dunnage <login@dunnage.test>" },
        unsafeDirectSockets: direct,
        ...COMPATIBILITY,
        ...BINDINGS,
      },
      { name: "bare", modules: true, script: BARE_WORKER, unsafeDirectSockets: direct, ...COMPATIBILITY, ...BINDINGS },
    ],
  });
  await mf.ready;
  const urls = { app: await mf.unsafeGetDirectURL("app"), bare: await mf.unsafeGetDirectURL("bare") };
  const reach = ({ worker = "app", path, signedIn }) => ({
    url: new URL(path, urls[worker]),
    headers: { Host: new URL(origin).host, ...(signedIn ? { Cookie: cookie } : {}) },
  });
  const close = async () => {
    await mf.dispose();
    drop();
  };
  return { reach, close };
}
