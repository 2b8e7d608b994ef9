// From wherever the checkout stands to three Workers that answer; what is up to date is skipped.
import { join, resolve } from "node:path";
import { readIfThere } from "./atomic-file.mjs";
import { ensureBuilt } from "./build-app.mjs";
import { ensureMigrated, ensureSeeded } from "./database.mjs";
import { findFreePort, isPortFree } from "./free-port.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureLocalSecrets } from "./local-secrets.mjs";
import { tryLock } from "./lock.mjs";
import { defaultStateDir, shown } from "./project.mjs";
import { tickEachMinute } from "./ticks.mjs";
import { originsOn, serveWorkers, shellCommand } from "./workers.mjs";

function fail(message) {
  console.error(message);
  process.exit(1);
}

async function readSettings() {
  const { PORT, INSPECTOR_PORT, DUNNAGE_STATE } = process.env;
  const port = Number(PORT || 8787);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) fail(`PORT must be a port number, not "${PORT}".`);
  if (!(await isPortFree(port))) {
    fail(`Port ${port} is in use: stop what listens there, or choose another one with PORT=${port + 1} npm start.`);
  }
  const inspectorPort = Number(INSPECTOR_PORT) || (await findFreePort());
  return { port, inspectorPort, stateDir: DUNNAGE_STATE ? resolve(DUNNAGE_STATE) : defaultStateDir };
}

const welcome = (origin, stateDir) => `
Dunnage runs at ${origin}

  Demo logins    investor@dunnage.test   activated, with stakes and a withdrawable return
                 newcomer@dunnage.test   signed up, not activated
                 operator@dunnage.test   an operator; has no pages of its own yet
  Login codes    ${origin}/sandbox/outbox
  Stop           Ctrl-C (the data stays in ${shown(stateDir)}; \`npm run reset\` drops it)
`;

/** npm runs a script through a shell, which may outlive it: both are looked at where the system tells. */
function parents() {
  const stat = readIfThere(`/proc/${process.ppid}/stat`);
  return `${process.ppid} ${stat === null ? "" : stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]}`;
}

function endTogether(workers, stopTicking) {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    stopTicking();
    await workers.stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  // A signal sent to `npm` alone does not always reach what npm runs: when npm is gone, so is the wish to serve.
  const before = process.env.npm_lifecycle_event ? parents() : null;
  if (before !== null) setInterval(() => parents() !== before && stop(), 500).unref();
  void workers.ended.then((code) => stopping || fail(`wrangler dev ended by itself (exit code ${code}).`));
}

/** Runs until it is told to stop. `extra` are arguments for `wrangler dev`. */
export async function runLocally(extra = []) {
  const settings = await readSettings();
  await ensureInstalled();
  if (!(await ensureBuilt())) fail("The build failed: see above.");
  const secrets = ensureLocalSecrets();
  const owner = tryLock(join(settings.stateDir, "owner"));
  if ("heldBy" in owner)
    fail(`${shown(settings.stateDir)} is in use by process ${owner.heldBy}, another \`npm start\`.`);
  await ensureMigrated(settings.stateDir);
  await ensureSeeded(settings.stateDir, { ...secrets, ...originsOn(settings.port) });

  const options = { ...settings, extra };
  console.log(`Starting: ${shellCommand(options)}`);
  let workers;
  try {
    workers = await serveWorkers({ ...options, secrets, write: (line) => console.log(line) });
  } catch (error) {
    fail(error.message);
  }
  endTogether(workers, tickEachMinute(originsOn(settings.port).SANDBOX_ORIGIN));
  console.log(welcome(workers.origin, settings.stateDir));
}
