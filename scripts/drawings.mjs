// Draws the pictures that pages load as files, public/images/drawings/*.svg: node scripts/drawings.mjs
import { mkdirSync, writeFileSync } from "node:fs";
import { drawFiles } from "./drawings/draw-files.mjs";
import { loadAppModule } from "./drawings/load-app-module.mjs";
import { inRoot, shown } from "./steps/project.mjs";

const folder = inRoot("public", "images", "drawings");
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(drawFiles(await loadAppModule("domain", "cask-shape.ts")))) {
  const file = inRoot("public", "images", "drawings", `${name}.svg`);
  writeFileSync(file, text);
  console.log(`${shown(file)}: ${text.length} bytes`);
}
