// What every local run starts with: settings, dependencies, secrets, its own state folder, schema and demo data. Skips
// what is up to date.
import { join, resolve } from "node:path";
import { ensureMigrated, ensureSeeded } from "./database.mjs";
import { isPortFree } from "./free-port.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureLocalSecrets } from "./local-secrets.mjs";
import { tryLock } from "./lock.mjs";
import { defaultStateDir, shown } from "./project.mjs";
import { originsOn } from "./workers.mjs";

export function fail(message) {
  console.error(message);
  process.exit(1);
}

async function readSettings() {
  const { PORT, DUNNAGE_STATE } = process.env;
  const port = Number(PORT || 8787);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) fail(`PORT must be a port number, not "${PORT}".`);
  if (!(await isPortFree(port))) {
    const command = `npm ${process.env.npm_lifecycle_event === "dev" ? "run dev" : "start"}`;
    fail(`Port ${port} is in use: stop what listens there, or choose another one with PORT=${port + 1} ${command}.`);
  }
  return { port, stateDir: DUNNAGE_STATE ? resolve(DUNNAGE_STATE) : defaultStateDir };
}

/** `build` makes the rest of what the run needs, before anything is written into the state folder. */
export async function prepareLocally({ build = () => undefined } = {}) {
  const { port, stateDir } = await readSettings();
  await ensureInstalled();
  await build();
  const secrets = ensureLocalSecrets();
  const owner = tryLock(join(stateDir, "owner"));
  if ("heldBy" in owner) fail(`${shown(stateDir)} is in use by process ${owner.heldBy}, another local run.`);
  await ensureMigrated(stateDir);
  await ensureSeeded(stateDir, { ...secrets, ...originsOn(port) });
  return { port, stateDir, secrets };
}

export const welcome = (origin, stateDir) => `
Dunnage runs at ${origin}

  Demo logins    investor@dunnage.test          activated, with stakes and a withdrawable return
                 newcomer@dunnage.test          signed up, not activated
                 operator@dunnage.test          an operator, with a week of work waiting at ${origin}/operator
                 second-operator@dunnage.test   another one, for what takes two people
                 reader@dunnage.test            sees the console and changes nothing
  How to log in  ${origin}/get-started?mode=login with one of these; the code arrives at ${origin}/sandbox/outbox
  Clock, faults  ${origin}/sandbox
  Stop           Ctrl-C (the data stays in ${shown(stateDir)}; \`npm run reset\` drops it)
`;
