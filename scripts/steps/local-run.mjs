// From any checkout to three built Workers that answer.
import { ensureBuilt } from "./build-app.mjs";
import { endTogether } from "./end-together.mjs";
import { findFreePort } from "./free-port.mjs";
import { fail, prepareLocally, welcome } from "./prepare-locally.mjs";
import { tellLine } from "./tell-line.mjs";
import { tickEachMinute } from "./ticks.mjs";
import { originsOn, serveWorkers, shellCommand } from "./workers.mjs";

function print(line) {
  const told = tellLine(line);
  if (told !== null) console.log(told);
}

/** Runs until it is stopped. `extra` are arguments for `wrangler dev`. */
export async function runLocally(extra = []) {
  const build = async () => (await ensureBuilt()) || fail("The build failed: see above.");
  const { secrets, ...settings } = await prepareLocally({ build });
  const inspectorPort = Number(process.env.INSPECTOR_PORT) || (await findFreePort());
  const options = { ...settings, inspectorPort, extra };
  console.log(`Starting: ${shellCommand(options)}`);
  let workers;
  try {
    workers = await serveWorkers({ ...options, secrets, write: print });
  } catch (error) {
    fail(error.message);
  }
  const stopTicking = tickEachMinute(originsOn(settings.port).SANDBOX_ORIGIN);
  const isStopping = endTogether(() => (stopTicking(), workers.stop()));
  void workers.ended.then((code) => isStopping() || fail(`wrangler dev ended by itself (exit code ${code}).`));
  console.log(welcome(workers.origin, settings.stateDir));
}
