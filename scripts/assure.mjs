// Runs the long proofs one after the other: npm run assure -- [--only NAME] [--quick]. A failure does not stop it; it
// exits with 1 if anything failed.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findChromium } from "./find-chromium.mjs";
import { ensureInstalled } from "./steps/install.mjs";
import { inRoot, root } from "./steps/project.mjs";
import { endingWithParent, nodeBinary } from "./steps/run-command.mjs";

const { values } = parseArgs({ options: { only: { type: "string" }, quick: { type: "boolean", default: false } } });
const script = (name, ...args) => [inRoot("scripts", name), ...args];

/** The tests that read their effort from the environment, with the project each belongs to. */
function testsWithALongPart() {
  const files = readdirSync(inRoot("tests"), { recursive: true }).filter((name) => /\.test\.tsx?$/.test(name));
  const long = files.filter((name) => /support\/effort"/.test(readFileSync(inRoot("tests", name), "utf8")));
  const projectOf = (name) => (/^e2e\b/.test(name) ? "browser" : /^node\b/.test(name) ? "node" : "workerd");
  return { paths: long.map((name) => join("tests", name)), projects: [...new Set(long.map(projectOf))] };
}

function longTests() {
  const { paths, projects } = testsWithALongPart();
  return [nodeBinary("vitest"), "run", ...projects.flatMap((project) => ["--project", project]), ...paths];
}

async function browserPath() {
  const found = await findChromium();
  return "path" in found ? { CHROMIUM_PATH: found.path } : {};
}

/** What a calendar has that tests and demo data may not expect: weekends, ends of months and years, a leap day, a change of clocks, Christmas. */
const DATES = [
  "2027-01-31T10:00:00Z",
  "2027-02-28T10:00:00Z",
  "2027-03-27T10:00:00Z",
  "2027-03-28T00:30:00Z",
  "2027-03-31T10:00:00Z",
  "2027-06-07T10:00:00Z",
  "2027-10-31T00:30:00Z",
  "2027-12-24T23:59:30Z",
  "2027-12-31T23:59:30Z",
  "2028-02-29T10:00:00Z",
];
/** Three of them, others on every date of a month. */
const drawnDates = [0, 1, 2].map((place) => DATES[(new Date().getUTCDate() + place * 3) % DATES.length]);

const parts = [
  {
    name: "sim",
    command: () => script("sim.mjs", "--seeds", values.quick ? "500" : "10000"),
    figures: /^\d+ (?:seeds|of \d+ ).*$/gm,
  },
  { name: "planted", command: () => script("sim.mjs", "--planted"), figures: /^\d+ of \d+ caught.*$/gm },
  {
    name: "tests",
    command: longTests,
    env: values.quick ? {} : { ASSURE: "1" },
    figures: /^ *(?:Test Files|Tests) .*$/gm,
    prepare: async () => {
      return testsWithALongPart().projects.includes("browser") ? browserPath() : {};
    },
  },
  {
    // What a stranger would write from the documentation of the audits.
    name: "recount",
    command: () => [nodeBinary("vitest"), "run", "--project", "node", "tests/node/verifier-recount.test.ts"],
    figures: /^ *Tests .*$/gm,
  },
  ...drawnDates.map((date) => ({
    name: date.slice(0, 10),
    command: () => script("test.mjs"),
    env: { TEST_DATE: date },
    figures: /^\d+ passed, \d+ failed$/gm,
  })),
  {
    name: "kill-test",
    command: () => script("kill-test.mjs", "--kills", values.quick ? "3" : "50"),
    figures: /^(?:\d+ (?:kills|payments|withdrawals|lost)|outbox empty) .*$/gm,
  },
];

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** Shows the output while it runs, and keeps it for the figures. */
function runShown(args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: endingWithParent({ ...process.env, ...env }),
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => {
      process.stdout.write(chunk);
      output += chunk.toString().replace(COLOURS, "");
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

async function perform({ name, command, env = {}, figures, prepare }) {
  console.log(`\n=== ${name}`);
  const startedMs = Date.now();
  const { code, output } = await runShown(command(), { ...env, ...(await prepare?.()) });
  const lines = (output.match(figures) ?? []).map((line) => line.trim().replace(/\s+/g, " "));
  return { name, result: code === 0 ? "passed" : "FAILED", seconds: (Date.now() - startedMs) / 1000, figures: lines };
}

const chosen = parts.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) {
  console.error(`--only takes one of: ${parts.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
await ensureInstalled();
const results = [];
for (const part of chosen) results.push(await perform(part));

console.log("");
for (const { name, result, seconds, figures } of results) {
  console.log(`${name.padEnd(12)} ${result.padEnd(8)} ${seconds.toFixed(0).padStart(6)} s   ${figures[0] ?? ""}`);
  for (const line of figures.slice(1)) console.log(`${" ".repeat(32)}${line}`);
}
const failed = results.filter(({ result }) => result === "FAILED").length;
console.log(`\n${results.length - failed} parts did not fail, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
