// How big the project is beside the limits in size.json: node scripts/size.mjs [--lower]. Fails above a limit. `--lower` brings limits
// down to today's figures and raises none.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./steps/project.mjs";

const LIMITS = inRoot("scripts", "size.json");
const CODE = /\.(tsx?|mjs|css)$/;
const count = (text, pattern) => [...text.matchAll(pattern)].length;
const lines = (texts) => texts.reduce((sum, text) => sum + count(text, /\n/g), 0);
const words = (texts) => texts.reduce((sum, text) => sum + count(text, /\S+/g), 0);

function read(folder, pattern) {
  return readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/(node_modules|\.tmp|\.wrangler)\//.test(path))
    .map((path) => readFileSync(path, "utf8"));
}

const product = [...read("app", /\.tsx?$/), ...read("workers/settlement", /\.tsx?$/)];
const sql = read("migrations", /^\d{4}_.*\.sql$/);
const byHand = read("migrations", /^(?!0000|0001_rules)\d{4}_.*\.sql$/);
const comments = read("app", /\.tsx?$/).flatMap((text) =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].map(([comment]) => comment.replaceAll(/[/*]+/g, " ")),
);
const figures = {
  "app + workers/settlement, lines": lines(product),
  "app + workers/settlement, files": product.length,
  "tests, lines": lines(read("tests", CODE)),
  "scripts, lines": lines(read("scripts", /^(?!size\.json)/)),
  "SQL by hand, lines": lines(byHand),
  tables: sql.reduce((sum, text) => sum + count(text, /^CREATE TABLE/gm), 0),
  triggers: sql.reduce((sum, text) => sum + count(text, /^CREATE TRIGGER/gm), 0),
  "docs, words": words([...read("docs", /\.md$/), readFileSync(inRoot("README.md"), "utf8")]),
  "comments in app, words": words(comments),
  "npm scripts": Object.keys(JSON.parse(readFileSync(inRoot("package.json"), "utf8")).scripts).length,
};

const limits = JSON.parse(readFileSync(LIMITS, "utf8"));
for (const [what, figure] of Object.entries(figures))
  console.log(
    `${what.padEnd(32)} ${String(figure).padStart(7)} of ${limits[what]}${figure > limits[what] ? "  TOO BIG" : ""}`,
  );
if (process.argv.includes("--lower")) {
  const lower = Object.entries(figures).map(([what, figure]) => [what, Math.min(figure, limits[what] ?? figure)]);
  writeFileSync(LIMITS, `${JSON.stringify(Object.fromEntries(lower), null, 2)}\n`);
}
process.exitCode = Object.entries(figures).every(([what, figure]) => figure <= limits[what]) ? 0 : 1;
