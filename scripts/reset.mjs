// Deletes what local runs have stored: database, sessions, certificates, messages. Keeps the secrets in .env and the
// build.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { tryLock } from "./steps/lock.mjs";
import { defaultStateDir, shown } from "./steps/project.mjs";

const owner = tryLock(join(defaultStateDir, "owner"));
if ("heldBy" in owner) {
  console.error(`${shown(defaultStateDir)} is in use by process ${owner.heldBy}: stop \`npm start\` first.`);
  process.exit(1);
}
rmSync(defaultStateDir, { recursive: true, force: true });
console.log(`Dropped ${shown(defaultStateDir)}. \`npm start\` makes it again.`);
