// Draws the pictures that pages load as files, public/images/drawings/*.svg, and writes down what the app draws of the states that tests
// compare with, tests/domain/pictures/drawn.json: node scripts/drawings.mjs
import { mkdirSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { drawFiles } from "./drawings/draw-files.mjs";
import { loadAppModule } from "./drawings/load-app-module.mjs";
import { inRoot, shown } from "./steps/project.mjs";

function write(file, text) {
  writeFileSync(file, text);
  console.log(`${shown(file)}: ${text.length} bytes`);
}

const folder = inRoot("public", "images", "drawings");
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(drawFiles(await loadAppModule("domain", "cask-shape.ts"))))
  write(inRoot("public", "images", "drawings", `${name}.svg`), text);

const { outputFiles } = await build({
  entryPoints: [inRoot("tests", "support", "drawn-pictures.ts")],
  alias: { "~": inRoot("app") },
  ...{ bundle: true, format: "esm", write: false },
});
const bundle = Buffer.from(outputFiles[0].contents).toString("base64");
const { drawnPictures } = await import(`data:text/javascript;base64,${bundle}`);
// A line for each, so that a changed drawing is a changed line.
const lines = Object.entries(drawnPictures()).map(
  ([name, drawn]) => `${JSON.stringify(name)}: ${JSON.stringify(drawn)}`,
);
write(inRoot("tests", "domain", "pictures", "drawn.json"), `{\n${lines.join(",\n")}\n}\n`);
