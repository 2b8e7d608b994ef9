// Runs the three Workers on free ports with their own state and secrets, deleted when stopped: for tests and
// measurements.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "./build-app.mjs";
import { ensureMigrated, ensureSeeded } from "./database.mjs";
import { findFreePort } from "./free-port.mjs";
import { freshSecrets } from "./local-secrets.mjs";
import { originsOn, serveWorkers } from "./workers.mjs";

/** `write` gets each line that the Workers log, `vars` are set for all of them besides the secrets. */
export async function startThrowawayRun({ write = () => undefined, vars = {} } = {}) {
  if (!(await ensureBuilt())) throw new Error("The build failed");
  const stateDir = mkdtempSync(join(process.env.DUNNAGE_SCRATCH ?? tmpdir(), "dunnage-state-"));
  const dropState = () => rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 });
  process.once("exit", dropState);
  const [port, inspectorPort] = [Number(process.env.PORT) || (await findFreePort()), await findFreePort()];
  const { APP_ORIGIN: origin, SANDBOX_ORIGIN: sandboxOrigin } = originsOn(port);
  const secrets = { ...freshSecrets(), APP_ORIGIN: origin, ...vars };
  await ensureMigrated(stateDir);
  await ensureSeeded(stateDir, { ...secrets, SANDBOX_ORIGIN: sandboxOrigin });
  const workers = await serveWorkers({ port, inspectorPort, stateDir, secrets, write });
  const stop = async () => {
    await workers.stop();
    dropState();
  };
  return { origin, sandboxOrigin, stateDir, secrets, inspectorPort, stop };
}
