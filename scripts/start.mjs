// One command from a fresh clone to a running product: install, build, secrets, schema, demo data, serve. What is up to date is skipped.
import { join, resolve } from "node:path";
import { ensureBuilt } from "./steps/build-app.mjs";
import { ensureMigrated, ensureSeeded } from "./steps/database.mjs";
import { findFreePort, isPortFree } from "./steps/free-port.mjs";
import { ensureInstalled } from "./steps/install.mjs";
import { ensureLocalSecrets } from "./steps/local-secrets.mjs";
import { tryLock } from "./steps/lock.mjs";
import { defaultStateDir, shown } from "./steps/project.mjs";
import { tickEachMinute } from "./steps/ticks.mjs";
import { originsOn, serveWorkers, shellCommand } from "./steps/workers.mjs";

function fail(message) {
  console.error(message);
  process.exit(1);
}

const port = Number(process.env.PORT ?? 8787);
const stateDir = process.env.DUNNAGE_STATE ? resolve(process.env.DUNNAGE_STATE) : defaultStateDir;
const inspectorPort = Number(process.env.INSPECTOR_PORT ?? 0) || (await findFreePort());
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  fail(`PORT must be a port number, not "${process.env.PORT}".`);
if (!(await isPortFree(port)))
  fail(`Port ${port} is in use: stop what listens there, or choose another one with PORT=8788 npm start.`);

await ensureInstalled();
if (!(await ensureBuilt())) fail("The build failed: see above.");
const secrets = ensureLocalSecrets();
const owner = tryLock(join(stateDir, "owner"));
if ("heldBy" in owner) fail(`${shown(stateDir)} is in use by process ${owner.heldBy}, another \`npm start\`.`);
await ensureMigrated(stateDir);
await ensureSeeded(stateDir, { ...secrets, ...originsOn(port) });

const options = { port, inspectorPort, stateDir, extra: process.argv.slice(2) };
console.log(`Starting: ${shellCommand(options)}`);
let workers;
try {
  workers = await serveWorkers({ ...options, secrets, write: (line) => console.log(line) });
} catch (error) {
  fail(error.message);
}
console.log(`
Dunnage runs at ${workers.origin}

  Demo logins    investor@dunnage.test   activated, with stakes and a withdrawable return
                 newcomer@dunnage.test   signed up, not activated
                 operator@dunnage.test   runs casks, withdrawals and certificates
  Login codes    ${workers.origin}/sandbox/outbox
  Stop           Ctrl-C (the data stays in ${shown(stateDir)}; \`npm run reset\` drops it)
`);
const stopTicking = tickEachMinute(originsOn(port).SANDBOX_ORIGIN);

let stopping = false;
async function stop() {
  if (stopping) return;
  stopping = true;
  stopTicking();
  await workers.stop();
  process.exit(0);
}
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
process.on("SIGHUP", stop);
const code = await workers.ended;
if (!stopping) fail(`wrangler dev ended by itself (exit code ${code}).`);
