// Wrangler's build step: says what is missing, or what else belongs to a full local run.
import { existsSync } from "node:fs";

if (!existsSync("build/server/index.js")) {
  console.error("There is no build yet: run `npm run build` (or `npm start`, which does it all).");
  process.exit(1);
}
if (!process.env.DUNNAGE_ALL_WORKERS && !process.argv.includes("--quiet")) {
  console.log("This serves the app's own Worker. `npm start` also runs settlement and the local providers beside it.");
}
