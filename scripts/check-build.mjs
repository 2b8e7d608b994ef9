// Wrangler's build step: refuses to deploy what is for local runs only, and names the command that is missing.
import { existsSync } from "node:fs";

const BUILD = "build/server/index.js";
const SECRETS = [".env", ".dev.vars"];
/** `DUNNAGE_BUNDLING`: for tests, which have secrets of their own. */
const { WRANGLER_COMMAND = "dev", DUNNAGE_PATIENCE_MS = "0", DUNNAGE_BUNDLING } = process.env;

function stop(message) {
  console.error(message);
  process.exit(1);
}

if (WRANGLER_COMMAND !== "dev" && !DUNNAGE_BUNDLING)
  stop("wrangler.toml is for local runs: it holds the sandbox. Production is deployed by `npm run deploy`.");
// A build that runs beside a server takes the old files away for some seconds.
for (const endsMs = Date.now() + Number(DUNNAGE_PATIENCE_MS); !existsSync(BUILD) && Date.now() < endsMs;)
  await new Promise((resolve) => setTimeout(resolve, 200));
if (!existsSync(BUILD))
  stop("There is no build yet: run `node scripts/build.mjs` (or `npm start`, which does it all).");
if (!DUNNAGE_BUNDLING && !SECRETS.some((file) => existsSync(file)))
  stop("There are no local secrets yet: run `node scripts/build.mjs`, which makes them.");
if (!DUNNAGE_BUNDLING && !existsSync(".wrangler/state/v3/d1"))
  console.warn(
    "There is no database in .wrangler/state yet: run `npx wrangler d1 migrations apply DB --local` (or `npm start`).",
  );
