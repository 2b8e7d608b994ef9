// Like `npm start`, and builds again when a source changes; the browser reloads by itself.
import { existsSync, watch } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuilt } from "./steps/build-app.mjs";
import { runLocally } from "./steps/local-run.mjs";
import { inRoot } from "./steps/project.mjs";

await runLocally(["--live-reload", ...process.argv.slice(2)]);

let changed = false;
for (const path of ["app", "public", "vite.config.ts"].map((name) => inRoot(name)).filter((path) => existsSync(path))) {
  watch(path, { recursive: true }, () => (changed = true));
}
for (;;) {
  await sleep(200);
  if (!changed) continue;
  changed = false;
  await sleep(100); // editors save in several steps
  if (!(await ensureBuilt())) console.error("The build failed: the last whole one is not served until this is mended.");
}
