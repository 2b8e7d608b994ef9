// How long production's D1 takes for the trips of a purchase, before a launch: node scripts/measure-d1.mjs [--times 200] [--local]
// Deploys a Worker of its own beside ours, `dunnage-measure`, which asks our database 200 times each for what a page reads, for the start of
// a payment (of nobody, so that it starts none) and for a write of one row, and is deleted again, with that row. --local: the same on an empty
// database of this machine. Prints how long each took, and how much of the database's own time: asked for 20 at once it does one after the
// other, and the way there counts no more. With the latter it prints the command that models a launch.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { Miniflare } from "miniflare";
import { wranglerAlone } from "./deploy/wrangler-environment.mjs";
import { readProduction } from "./deploy/settings.mjs";
import { inRoot, root } from "./steps/project.mjs";
import { scriptOfWorker } from "./steps/script-of-worker.mjs";
import { run, runTool, nodeBinary } from "./steps/run-command.mjs";

const NAME = "dunnage-measure";
const AT_ONCE = 20;
/** Until a new Worker is known everywhere. */
const PATIENCE_MS = 120_000;

const { values } = parseArgs({
  options: { times: { type: "string", default: "200" }, local: { type: "boolean", default: false } },
});
const times = Number(values.times);
if (!Number.isInteger(times) || times < AT_ONCE || times > 10_000) {
  console.error(`Usage: node scripts/measure-d1.mjs [--times ${AT_ONCE}..10000] [--local]`);
  process.exit(1);
}

const key = randomUUID();
const script = await scriptOfWorker("measure-d1");
const { settlement, database } = await readProduction(root);
const { compatibility_date: compatibilityDate, compatibility_flags: compatibilityFlags } = settlement;

/** @returns how to ask it, and how to take it away */
async function openHere() {
  const worker = { modules: true, script, compatibilityDate, compatibilityFlags, bindings: { KEY: key } };
  const here = new Miniflare({ ...worker, d1Databases: ["DB"] });
  const db = await here.getD1Database("DB");
  for (const { queries } of await readD1Migrations(inRoot("migrations")))
    for (const query of queries) await db.prepare(query).run();
  return { ask: (options) => here.dispatchFetch("http://measure.invalid/", options), close: () => here.dispose() };
}

async function openThere() {
  if (database.id === null) throw new Error("There is no database yet: the settings name none. Deploy first.");
  const folder = mkdtempSync(join(tmpdir(), "dunnage-measure-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const config = join(folder, "wrangler.json");
  writeFileSync(join(folder, "worker.js"), script);
  const settings = {
    ...{ name: NAME, main: "worker.js", no_bundle: true, workers_dev: true, preview_urls: false },
    ...{ compatibility_date: compatibilityDate, compatibility_flags: compatibilityFlags, vars: { KEY: key } },
    d1_databases: [{ binding: "DB", database_name: database.name, database_id: database.id }],
  };
  writeFileSync(config, JSON.stringify(settings), { mode: 0o600 });
  const env = { ...wranglerAlone(), ...cloudflareLogin() };
  const said = await runTool("wrangler", ["deploy", "-c", config], { what: "Deploying", quiet: true, env });
  const close = async () => {
    const { code, output } = await run(process.execPath, [nodeBinary("wrangler"), "delete", "-c", config, "--force"], {
      quiet: true,
      env,
    });
    if (code !== 0) console.error(`${output}\nDelete the Worker ${NAME} by hand: it reads our database.`);
  };
  const [url] = /https:\/\/\S+\.workers\.dev/.exec(said) ?? [];
  if (!url) await close();
  if (!url) throw new Error(`wrangler did not say where it is:\n${said}`);
  return { ask: (options) => fetch(url, options), close };
}

const cloudflareLogin = () =>
  Object.fromEntries(
    ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID"].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  );

async function askUntilThere({ ask }, options) {
  for (const endsMs = Date.now() + PATIENCE_MS; ;) {
    const answer = await ask(options).catch(() => null);
    if (answer?.ok) return answer;
    if (Date.now() >= endsMs) throw new Error(`The Worker does not answer: ${answer?.status ?? "no connection"}`);
    await sleep(2_000);
  }
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const headers = { Authorization: `Bearer ${key}` };
const opened = await (values.local ? openHere() : openThere());
const took = { read: [], start: [], write: [] };
const shares = { read: [], start: [], write: [] };
const colos = new Set();
try {
  // The first of all wakes the database and the Worker.
  await askUntilThere(opened, { headers });
  while (took.read.length < times) {
    const told = await (await askUntilThere(opened, { headers })).json();
    for (const name of Object.keys(took)) {
      took[name].push(...told.took[name]);
      shares[name].push(told.share[name]);
    }
    if (told.colo && !values.local) colos.add(told.colo);
  }
  await opened.ask({ method: "DELETE", headers });
} finally {
  await opened.close();
}

const mean = (name) => shares[name].reduce((sum, one) => sum + one, 0) / shares[name].length;
const shown = {
  read: "what a page reads",
  start: "the start of a payment",
  write: "a write of one row",
};
console.log(`${took.read.length} times each${colos.size > 0 ? `, from ${[...colos].join(", ")}` : ""}; ms`);
for (const [name, what] of Object.entries(shown)) {
  const sorted = took[name].sort((one, other) => one - other);
  const [median, p95, p99, longest] = [0.5, 0.95, 0.99, 1].map((share) => at(sorted, share));
  const own = mean(name).toFixed(2);
  console.log(
    `  ${what.padEnd(24)} median ${median}, p95 ${p95}, p99 ${p99}, longest ${longest}; of the database ${own}`,
  );
}
// As in docs/scale.md: starting is two trips and the one that keeps the session; the webhook's and settlement's are six, one of them a batch.
const [page, start, settle] = [
  mean("read"),
  mean("read") + mean("start") + mean("write"),
  mean("start") + 5 * mean("write"),
];
const ms = (value) => value.toFixed(2);
console.log(`npm run launch -- --page ${ms(page)} --start ${ms(start)} --settle ${ms(settle)}`);
