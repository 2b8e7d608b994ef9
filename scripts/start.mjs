// From a fresh clone to a running product: npm start -- [--port N]. Installs, builds, migrates, seeds, each only where
// something is missing, then runs `wrangler dev`. `npm run dev` adds --watch: a saved source is built again, and open
// pages are loaded again.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildApp, ensureBuilt } from "./steps/build-app.mjs";
import { ensureMigrated, ensureSeeded } from "./steps/database.mjs";
import { isPortFree } from "./steps/free-port.mjs";
import { ensureInstalled } from "./steps/install.mjs";
import { ensureLocalSecrets } from "./steps/local-secrets.mjs";
import { defaultStateDir, inRoot, root } from "./steps/project.mjs";
import { nodeBinary } from "./steps/run-command.mjs";

const command = process.argv.includes("--watch") ? "npm run dev" : "npm start";
process.on("uncaughtException", ({ message }) => {
  console.error(message);
  process.exit(1);
});
process.on("exit", (code) => {
  if (code === 1) console.error(`\`${command}\` ended: the reason is above. Run it again; what was finished stays.`);
});

function readOptions() {
  const options = { port: { type: "string", default: process.env.PORT || "8787" }, watch: { type: "boolean" } };
  const { values } = parseArgs({ options });
  const port = Number(values.port);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return { ...values, port };
  throw new Error(`--port must be a port number, not "${values.port}".`);
}

const welcome = (origin) => `
Dunnage runs at ${origin}

  Demo logins    investor@dunnage.test          activated, with stakes and a withdrawable return
                 newcomer@dunnage.test          signed up, not activated
                 operator@dunnage.test          an operator, with a week of work waiting at ${origin}/operator
                 second-operator@dunnage.test   another one, for what takes two people
                 reader@dunnage.test            sees the console and changes nothing
  How to log in  ${origin}/get-started?mode=login with one of these; the code arrives at ${origin}/sandbox/outbox
  Clock, faults  ${origin}/sandbox
  Stop           Ctrl-C (the data stays in .wrangler/state; \`npm run reset\` drops it)
`;

async function welcomeOnceItAnswers(origin) {
  const answers = () =>
    fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) await sleep(500);
  console.log(welcome(origin));
}

/** One build at a time; what is saved meanwhile is built after it. */
function buildOnChange() {
  let [isBuilding, isStale] = [false, false];
  const build = async () => {
    isStale = true;
    if (isBuilding) return;
    isBuilding = true;
    while (isStale) {
      await sleep(200); // an editor saves in several steps
      isStale = false;
      await buildApp({ quiet: true }).catch((error) => console.error(error.message));
    }
    isBuilding = false;
  };
  for (const folder of ["app", "public"]) watch(inRoot(folder), { recursive: true }, build);
}

const options = readOptions();
const { port } = options;
if (!(await isPortFree(port)))
  throw new Error(
    `Port ${port} is in use: stop what listens there, or choose another: ${command} -- --port ${port + 1}`,
  );
await ensureInstalled();
const secrets = ensureLocalSecrets();
if (!(await ensureBuilt())) throw new Error("The build failed.");
await ensureMigrated(defaultStateDir);
await ensureSeeded(defaultStateDir, { ...secrets, APP_ORIGIN: `http://localhost:${port}` });

const args = ["dev", "--port", String(port), ...(options.watch ? ["--live-reload", "--var", "LIVE_RELOAD:on"] : [])];
console.log(`Starting: npx wrangler ${args.join(" ")}`);
const wrangler = spawn(process.execPath, [nodeBinary("wrangler"), ...args], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, WRANGLER_SEND_METRICS: "false", DUNNAGE_PATIENCE_MS: "60000" },
});
wrangler.on("exit", (code) => process.exit(code ?? 0));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => wrangler.kill(signal));
if (options.watch) buildOnChange();
await welcomeOnceItAnswers(`http://localhost:${port}`);
