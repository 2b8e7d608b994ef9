import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Miniflare, Response } from "miniflare";
import { ensureBuilt } from "../steps/build-app.mjs";
import { wranglerEnvironment } from "../steps/database.mjs";
import { freshSecrets } from "../steps/local-secrets.mjs";
import { runTool } from "../steps/run-command.mjs";
import { scriptOfWorker } from "../steps/script-of-worker.mjs";
import { BINDINGS, keyOfData } from "./open.mjs";

/** The built app as one bundle, deleted at the end, and what the measurements need besides it. */
export async function bundleApp() {
  if (!(await ensureBuilt())) throw new Error("The build failed");
  const bundle = mkdtempSync(join(tmpdir(), "dunnage-books-"));
  process.once("exit", () => rmSync(bundle, { recursive: true, force: true }));
  await runTool("wrangler", ["deploy", "--dry-run", "--env", "local", "--outdir", bundle], {
    what: "Bundling",
    quiet: true,
    env: wranglerEnvironment(bundle),
  });
  return { bundle, helper: await scriptOfWorker("bench-rows") };
}

/**
 * Serves the books of `ensureData` by the app alone. Nothing is sent, and papers are not made.
 * @param told emits 'request' with each line that the app logs of one
 * @returns `enter`: signs a user in, without a code, and gives the cookie
 */
export async function serveBooks({ bundle, helper }, { folder, port = 8787, told = new EventEmitter() }) {
  const origin = `http://localhost:${port}`;
  const secrets = { ...freshSecrets(), BANK_DETAILS_KEY: keyOfData(folder), APP_ORIGIN: origin };
  const shared = {
    compatibilityDate: "2026-04-20",
    compatibilityFlags: ["nodejs_compat"],
    bindings: { ...secrets, ENVIRONMENT: "local", SANDBOX_ORIGIN: origin, MAIL_FROM: "Dunnage <login@dunnage.test>" },
    // A local run asks what time it is.
    serviceBindings: {
      SANDBOX: () => Response.json({ ahead_ms: 0 }),
      PAPERS: () => new Response(null, { status: 503 }),
    },
    ...BINDINGS,
  };
  const mf = new Miniflare({
    port,
    defaultPersistRoot: folder,
    handleRuntimeStdio: (stdout, stderr) => {
      stderr.resume();
      createInterface(stdout).on("line", (line) => line.includes('"event":"request"') && told.emit("request", line));
    },
    workers: [
      { name: "app", modulesRoot: bundle, modules: [{ type: "ESModule", path: join(bundle, "app.js") }], ...shared },
      { name: "helper", modules: true, script: helper, ...shared },
    ],
  });
  await mf.ready;
  const [app, beside] = [await mf.getWorker("app"), await mf.getWorker("helper")];
  const enter = async (user) => (await beside.fetch(`${origin}/enter?user=${user}`)).text();
  return { origin, mf, app, beside, enter, db: await mf.getD1Database("DB", "app") };
}
