// Serves the local Worker on a given state folder and port, until killed: node serve-state.mjs STATE_DIR PORT BUNDLE.
// Secrets come as JSON in the environment, because the same ones must be used again after a kill.
import { ensureMigrated } from "../../../scripts/steps/database.mjs";
import { serveWorkers } from "../../../scripts/steps/workers.mjs";

const [stateDir, port, bundle] = process.argv.slice(2);
const secrets = JSON.parse(process.env.DUNNAGE_SECRETS ?? "{}");
await ensureMigrated(stateDir);
await serveWorkers({ port: Number(port), stateDir, bundle, secrets, write: () => undefined });
console.log("ready");
