// npm run deploy -- --rollback: the code of before, for both Workers. The database stays as it is, which the former code
// can live with, because migrations first only add.
import { Stopped } from "./run-deploy.mjs";
import { readProduction, WORKERS } from "./settings.mjs";
import { waitUntilHealthy } from "./try-health.mjs";

/** The app first: it is what visitors see, and it must not ask for what the settlement Worker no longer does. */
export async function rollBack(given) {
  const production = await readProduction(given.root);
  if (!(await given.ask(`Put ${production.origin} back to the code of the deployment before? [y/N] `)))
    throw new Stopped("Nothing was done.");
  for (const worker of ["app", "settlement"]) {
    const args = ["rollback", "-c", WORKERS[worker], "--yes", "--message", "npm run deploy -- --rollback"];
    const { code } = await given.wrangler(args);
    if (code !== 0) throw new Stopped(`Rolling back ${worker} failed (exit code ${code}).`);
  }
  await waitUntilHealthy({ ...given, production });
}
