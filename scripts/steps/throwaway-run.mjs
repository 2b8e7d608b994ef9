// Runs the local Worker on free ports with its own state and secrets, deleted when stopped: for tests and measurements.
import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "./build-app.mjs";
import { ensureMigrated, ensureSeeded } from "./database.mjs";
import { findFreePort } from "./free-port.mjs";
import { freshSecrets } from "./local-secrets.mjs";
import { bundleWorker, originsOn, serveWorkers } from "./workers.mjs";

function newFolder(name) {
  const folder = mkdtempSync(join(process.env.DUNNAGE_SCRATCH ?? tmpdir(), name));
  const drop = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once("exit", drop);
  return { folder, drop };
}

/**
 * A state folder with schema and demo data, the secrets that these are sealed with, and the Worker bundled: what runs can begin with,
 * instead of each making its own, which takes ten seconds of a processor.
 */
export async function makeStart() {
  const { folder } = newFolder("dunnage-start-");
  const secrets = await prepare(folder, { ...freshSecrets(), ...originsOn(0) });
  await ensureBuiltOrThrow();
  return { folder, secrets, bundle: await bundleWorker(newFolder("dunnage-bundle-").folder) };
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
 * `write` gets each line that the Worker logs, `like` is copied instead of being made once more.
 * @param {{ write?: (line: string) => void, like?: Awaited<ReturnType<typeof makeStart>> }} options
 */
export async function startThrowawayRun({ write = () => undefined, like } = {}) {
  await ensureBuiltOrThrow();
  const { folder: stateDir, drop: dropState } = newFolder("dunnage-state-");
  const port = Number(process.env.PORT) || (await findFreePort());
  const { APP_ORIGIN: origin, SANDBOX_ORIGIN: sandboxOrigin } = originsOn(port);
  // What the demo data was sealed with opens it; `SQL_DOOR` opens `workers/local/sql-door.ts`.
  const secrets = { ...(like?.secrets ?? freshSecrets()), SQL_DOOR: randomUUID(), APP_ORIGIN: origin };
  if (like) cpSync(like.folder, stateDir, { recursive: true });
  await prepare(stateDir, { ...secrets, SANDBOX_ORIGIN: sandboxOrigin });
  const workers = await serveWorkers({ port, stateDir, bundle: like?.bundle, secrets, write });
  const stop = async () => {
    await workers.stop();
    dropState();
  };
  return { origin, sandboxOrigin, stateDir, secrets, stop };
}
