// Runs the local Worker for tests and measurements: what `wrangler dev` would run, in Miniflare, without wrangler's own
// proxy. That proxy loses a request now and then: of some 700 pages that a browser loads on a busy machine, one has no
// answer for 30 s (`npm test` with these runs behind `wrangler dev`, three times out of four).
import http from "node:http";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { wranglerEnvironment } from "./database.mjs";
import { inRoot } from "./project.mjs";
import { runTool } from "./run-command.mjs";

export const originsOn = (port) => ({
  APP_ORIGIN: `http://localhost:${port}`,
  SANDBOX_ORIGIN: `http://127.0.0.1:${port}`,
});

/** Bundles once for several runs. @returns {Promise<string>} `folder` */
export async function bundleWorker(folder) {
  const env = { ...wranglerEnvironment(folder), DUNNAGE_BUNDLING: "true" };
  await runTool("wrangler", ["deploy", "--dry-run", "--outdir", folder], { what: "Bundling", quiet: true, env });
  return folder;
}

const TYPES = { ".js": "ESModule", ".ttf": "Data" };

/** The entry first. */
const modulesIn = (bundle) =>
  readdirSync(bundle)
    .flatMap((name) => {
      const type = TYPES[name.slice(name.lastIndexOf("."))];
      return type ? [{ type, path: join(bundle, name) }] : [];
    })
    .sort((a, b) => Number(a.type === "Data") - Number(b.type === "Data"));

/** After each batch of the queue the runtime logs a line over a kept connection to this process. Node closes it after five idle seconds, and
 * a line lost that way stops the queue for good. So it is the runtime that closes, which has the same five seconds. */
function keepConnections() {
  const create = http.createServer;
  http.createServer = (...given) => Object.assign(create(...given), { keepAliveTimeout: 0 });
  return () => (http.createServer = create);
}

function onLines(stream, write) {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) write(line);
  });
}

/**
 * @param options `bundle`: what `bundleWorker` made; `secrets`: settings too; `write` gets each line that the Worker logs
 * @returns {Promise<{ origin: string, stop: () => Promise<void> }>} once it answers
 */
export async function serveWorkers({ port, stateDir, bundle, secrets, write }) {
  const { Miniflare } = await import("miniflare");
  const { unstable_getMiniflareWorkerOptions: optionsOf } = await import("wrangler");
  const { workerOptions } = optionsOf(inRoot("wrangler.toml"), undefined, { envFiles: [] });
  const { CLOCK_AHEAD_MS } = process.env;
  const vars = { ...secrets, ...originsOn(port), TIMER_SECONDS: "0", ...(CLOCK_AHEAD_MS && { CLOCK_AHEAD_MS }) };
  const folder = bundle ?? (await bundleWorker(join(stateDir, "bundle")));
  const restore = keepConnections();
  const miniflare = new Miniflare({
    ...workerOptions,
    name: "dunnage-local", // names the files of its objects
    modules: modulesIn(folder),
    modulesRoot: folder,
    bindings: { ...workerOptions.bindings, ...vars },
    host: "127.0.0.1",
    port,
    defaultPersistRoot: join(stateDir, "v3"),
    cf: false,
    handleRuntimeStdio: (...streams) => streams.forEach((stream) => onLines(stream, write)),
  });
  await miniflare.ready;
  restore();
  let stopped;
  return { origin: originsOn(port).APP_ORIGIN, stop: () => (stopped ??= miniflare.dispose()) };
}
