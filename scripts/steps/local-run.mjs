// From any checkout to three built Workers that answer.
import { ensureBuilt } from "./build-app.mjs";
import { endTogether } from "./end-together.mjs";
import { findFreePort } from "./free-port.mjs";
import { fail, prepareLocally, welcome } from "./prepare-locally.mjs";
import { standBefore } from "./front.mjs";
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
  // Printed as it runs by itself; here our own front has the port, and passes on to it.
  console.log(`Starting: ${shellCommand(options)}`);
  let workers, front;
  try {
    const innerPort = await findFreePort();
    workers = await serveWorkers({ ...options, innerPort, secrets, write: print });
    front = await standBefore({ port: settings.port, innerPort });
  } catch (error) {
    await workers?.stop();
    fail(error.message);
  }
  const stopTicking = tickEachMinute(originsOn(settings.port).SANDBOX_ORIGIN);
  const isStopping = endTogether(async () => {
    stopTicking();
    await front.close();
    await workers.stop();
  });
  void workers.ended.then((code) => isStopping() || fail(`wrangler dev ended by itself (exit code ${code}).`));
  console.log(welcome(workers.origin, settings.stateDir));
}
