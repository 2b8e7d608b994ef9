// The sections of `npm test` and `npm run check`: what each runs, and how many of its checks passed and failed.
import { join } from "node:path";
import { findChromium } from "../find-chromium.mjs";
import { readIfThere } from "./atomic-file.mjs";
import { auditDependencies } from "./audit.mjs";
import { ensureBuilt } from "./build-app.mjs";
import { inRoot, shown } from "./project.mjs";
import { nodeBinary, run } from "./run-command.mjs";

const longestMs = 60 * 60_000;
const one = (passed, output = "") => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, output });

async function tool(name, args, options = {}) {
  const { code, output } = await run(process.execPath, [nodeBinary(name), ...args], {
    quiet: true,
    timeoutMs: longestMs,
    ...options,
  });
  return { succeeded: code === 0, output };
}

async function oneTool(name, args, options) {
  const { succeeded, output } = await tool(name, args, options);
  return one(succeeded, output);
}

const failure = (what, message) => `${what}\n    ${(message ?? "").split("\n")[0].slice(0, 300)}`;

/**
 * A file that cannot be loaded has no failing tests, and an error outside a test belongs to none: both still count as
 * failures.
 */
function readReport(report, succeeded) {
  if (report === null) return one(false);
  let passed = 0;
  const [files, failures] = [[], []];
  for (const { name, status, message, assertionResults, startTime, endTime } of JSON.parse(report).testResults) {
    const file = shown(name);
    const failedTests = assertionResults.filter((test) => test.status === "failed");
    passed += assertionResults.filter((test) => test.status === "passed").length;
    files.push({ name: file, seconds: (endTime - startTime) / 1000 });
    failures.push(...failedTests.map((test) => failure(`${file}: ${test.fullName}`, test.failureMessages[0])));
    if (status === "failed" && failedTests.length === 0) failures.push(failure(file, message));
  }
  if (failures.length === 0 && !succeeded) failures.push("An error outside every test: see the section above.");
  return { passed, failed: failures.length, failures, files };
}

/** How far the other sections stand back for the two that take longest. */
const BESIDE = 10;

async function vitest(project, scratch, { env = {}, shard = "1/1", niceness } = {}) {
  const report = join(scratch, `${project}-${shard.replace("/", "-of-")}.json`);
  const reporters = ["--reporter=minimal", "--reporter=json", `--outputFile.json=${report}`, "--silent=passed-only"];
  const { succeeded, output } = await tool("vitest", ["run", "--project", project, `--shard=${shard}`, ...reporters], {
    env: { ...process.env, DUNNAGE_SCRATCH: scratch, ...env },
    niceness,
  });
  return { ...readReport(readIfThere(report), succeeded), output };
}

/** One build for all sections that ask for it. */
let building;
const built = () => (building ??= ensureBuilt());

async function browser(scratch) {
  if (!(await built())) return one(false, "There is no build to test: see above.\n");
  const found = await findChromium();
  return "problem" in found
    ? one(false, `${found.problem}\n`)
    : vitest("browser", scratch, { env: { CHROMIUM_PATH: found.path } });
}

/**
 * Type checkers written in Go: with one thread no type is worked out twice, and rare collections cost memory that is there. It takes half of
 * the processor's time, which others in the lanes can use.
 */
const frugal = { env: { ...process.env, GOMAXPROCS: "1", GOGC: "400" }, niceness: BESIDE };

/** Each of its rules looks at one file alone. */
const lintCache = ["--cache", "--cache-strategy", "content", "--cache-location", inRoot(".wrangler", "eslint")];

async function lint() {
  const fast = await tool("oxlint", ["--deny-warnings"], frugal);
  const ours = await tool("eslint", [".", "--max-warnings", "0", ...lintCache], { niceness: BESIDE });
  const words = await run(process.execPath, [inRoot("scripts", "words.mjs")], { quiet: true });
  return one(fast.succeeded && ours.succeeded && words.code === 0, fast.output + ours.output + words.output);
}

/** So that all lanes are busy to the end. */
const NODE_SHARDS = ["1/3", "2/3", "3/3"];

export const sections = {
  types: { title: "Types", work: () => oneTool("tsc", ["--noEmit", "--checkers", "1"], frugal) },
  audit: { title: "Known advisories", work: auditDependencies },
  lint: { title: "Lint", work: lint },
  sizes: {
    title: "Sizes and their limits",
    work: async () => {
      const { code, output } = await run(process.execPath, [inRoot("scripts", "size.mjs")], { quiet: true });
      return one(code === 0, output);
    },
  },
  unused: { title: "Unused files, exports, dependencies", work: () => oneTool("knip", ["--no-progress"]) },
  /** What workerd stores goes where `TMPDIR` says. */
  workerd: { title: "Tests in workerd", work: (scratch) => vitest("workerd", scratch, { env: { TMPDIR: scratch } }) },
  node: NODE_SHARDS.map((shard) => ({
    title: `Tests in Node, ${shard}`,
    work: (scratch) => vitest("node", scratch, { shard, niceness: BESIDE }),
  })),
  build: { title: "Build", work: async () => one(await built()) },
  browser: { title: "Browser tests on the built Workers", work: browser },
};
