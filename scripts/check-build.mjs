// Wrangler's build step: says that the build is missing, or what else a full local run needs.
import { existsSync } from "node:fs";

const BUILD = "build/server/index.js";
// A build that runs beside a server takes the old files away for some seconds.
const PATIENCE_MS = process.env.DUNNAGE_ALL_WORKERS ? 60_000 : 0;

for (const endsMs = Date.now() + PATIENCE_MS; !existsSync(BUILD) && Date.now() < endsMs;) {
  await new Promise((resolve) => setTimeout(resolve, 200));
}
if (!existsSync(BUILD)) {
  console.error("There is no build yet: run `node scripts/build.mjs` (or `npm start`, which does it all).");
  process.exit(1);
}
if (!process.env.DUNNAGE_ALL_WORKERS && !process.argv.includes("--quiet")) {
  console.log("This serves the app's own Worker. `npm start` also runs settlement and the local providers beside it.");
}
