// Runs the three Workers as `npm start` does, on free ports with their own state and secrets, deleted when stopped: for tests
// and measurements.
import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "./build-app.mjs";
import { bundleWorkers } from "./bundled-workers.mjs";
import { ensureMigrated, ensureSeeded } from "./database.mjs";
import { findFreePort } from "./free-port.mjs";
import { standBefore } from "./front.mjs";
import { freshSecrets } from "./local-secrets.mjs";
import { originsOn, serveWorkers } from "./workers.mjs";

function newFolder(name) {
  const folder = mkdtempSync(join(process.env.DUNNAGE_SCRATCH ?? tmpdir(), name));
  const drop = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once("exit", drop);
  return { folder, drop };
}

/**
 * A state folder with schema and demo data, the secrets that these are sealed with, and the Workers bundled: what runs can begin with,
 * instead of each making its own, which takes ten seconds of a processor.
 */
export async function makeStart() {
  const { folder } = newFolder("dunnage-start-");
  const secrets = await prepare(folder, { ...freshSecrets(), ...originsOn(0) });
  await ensureBuiltOrThrow();
  return { folder, secrets, configs: await bundleWorkers(newFolder("dunnage-workers-").folder) };
}

async function ensureBuiltOrThrow() {
  if (!(await ensureBuilt())) throw new Error("The build failed");
}

async function prepare(folder, secrets) {
  await ensureMigrated(folder);
  await ensureSeeded(folder, secrets);
  return secrets;
}

/**
 * `write` gets each line that the Workers log, `vars` are set for all of them besides the secrets, `like` is copied instead of being made
 * once more.
 */
export async function startThrowawayRun({ write = () => undefined, vars = {}, like } = {}) {
  await ensureBuiltOrThrow();
  const { folder: stateDir, drop: dropState } = newFolder("dunnage-state-");
  const [port, inspectorPort] = [Number(process.env.PORT) || (await findFreePort()), await findFreePort()];
  const { APP_ORIGIN: origin, SANDBOX_ORIGIN: sandboxOrigin } = originsOn(port);
  // What the demo data was sealed with opens it; `SQL_DOOR` opens `workers/local/sql-door.ts`.
  const secrets = { ...(like?.secrets ?? freshSecrets()), SQL_DOOR: randomUUID(), APP_ORIGIN: origin, ...vars };
  if (like) cpSync(like.folder, stateDir, { recursive: true });
  await prepare(stateDir, { ...secrets, SANDBOX_ORIGIN: sandboxOrigin });
  const innerPort = await findFreePort();
  const { configs } = like ?? {};
  const workers = await serveWorkers({ port, innerPort, inspectorPort, stateDir, configs, secrets, write });
  const front = await standBefore({ port, innerPort });
  const stop = async () => {
    await front.close();
    await workers.stop();
    dropState();
  };
  return { origin, sandboxOrigin, stateDir, secrets, inspectorPort, stop };
}
