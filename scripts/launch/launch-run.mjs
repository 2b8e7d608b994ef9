// The Workers of a launch that is played: one process group on a state of its own, so that all of them can be killed at once.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServerGroup } from "../kill-test/server-group.mjs";
import { ensureBuilt } from "../steps/build-app.mjs";
import { ensureMigrated } from "../steps/database.mjs";
import { findFreePort } from "../steps/free-port.mjs";
import { freshSecrets } from "../steps/local-secrets.mjs";
import { workersOrigin } from "./workers-port.mjs";
import { originsOn } from "../steps/workers.mjs";

/**
 * @param vars `D1_TRIP_MS`: a slower database (`workers/local/slow-database.ts`); `DESK_AWAY_MS`: the desks are away for every other so long
 * @returns once they answer
 */
export async function startLaunchRun(vars) {
  if (!(await ensureBuilt())) throw new Error("The build failed");
  const stateDir = mkdtempSync(join(process.env.DUNNAGE_SCRATCH ?? tmpdir(), "dunnage-launch-"));
  process.once("exit", () => rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 }));
  // Ending without 'exit' would leave the Workers running.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(130));
  const [port, inspectorPort] = [Number(process.env.PORT) || (await findFreePort()), await findFreePort()];
  const { APP_ORIGIN: origin } = originsOn(port);
  const secrets = { ...freshSecrets(), SQL_DOOR: randomUUID(), APP_ORIGIN: origin, D1_TRIP_MS: "0", ...vars };
  await ensureMigrated(stateDir);
  const server = new ServerGroup({ stateDir, port, inspectorPort, secrets });
  const start = async () => {
    await server.start();
    run.pressedAt = (await workersOrigin(server.id, port)) ?? origin;
  };
  const run = {
    origin,
    /** Where buyers press: past wrangler's proxy, if that can be found, so that it is the Workers that are measured. */
    pressedAt: origin,
    secrets,
    restart: async () => (await server.kill(), start()),
    stop: () => server.kill(),
  };
  await start();
  return run;
}
