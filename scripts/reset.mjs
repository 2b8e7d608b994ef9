// Deletes what local runs have stored: database, sessions, certificates, messages. Keeps the secrets in .env and the
// build. Stop `npm start` first.
import { rmSync } from "node:fs";
import { defaultStateDir, shown } from "./steps/project.mjs";

rmSync(defaultStateDir, { recursive: true, force: true });
console.log(`Dropped ${shown(defaultStateDir)}. \`npm start\` makes it again.`);
