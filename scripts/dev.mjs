// Like `npm start`, and builds again when a source is saved; the browser reloads by itself.
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuilt } from "./steps/build-app.mjs";
import { lastSaved } from "./steps/fingerprint.mjs";
import { runLocally } from "./steps/local-run.mjs";

await runLocally(["--live-reload", ...process.argv.slice(2)]);

// Looking is slower than being told, but Node is not told of files that an editor replaces.
const sources = ["app", "public", "vite.config.ts"];
let known = lastSaved(sources);
for (;;) {
  await sleep(700);
  const now = lastSaved(sources);
  if (now === known) continue;
  known = now;
  if (!(await ensureBuilt())) console.error("The build failed: the last whole one stays until this is mended.");
}
