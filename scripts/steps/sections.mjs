// The sections of `npm test` and `npm run check`. Each reports how many of its checks passed and failed; the last line
// of the whole run is their sum.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "../find-chromium.mjs";
import { readIfThere } from "./atomic-file.mjs";
import { auditDependencies } from "./audit.mjs";
import { ensureBuilt } from "./build-app.mjs";
import { nodeBinary, run } from "./run-command.mjs";

const longestMs = 20 * 60_000;
const one = (passed) => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1 });

async function tool(name, args, env = process.env) {
  const { code } = await run(process.execPath, [nodeBinary(name), ...args], { env, timeoutMs: longestMs });
  return code === 0;
}

/**
 * A file that cannot be loaded has no failing tests, and an error outside a test belongs to none: both still count as
 * failures.
 */
function countTests(report, succeeded) {
  if (report === null) return one(false);
  let [passed, failed] = [0, 0];
  for (const file of JSON.parse(report).testResults) {
    const failures = file.assertionResults.filter((test) => test.status === "failed").length;
    passed += file.assertionResults.filter((test) => test.status === "passed").length;
    failed += failures === 0 && file.status === "failed" ? 1 : failures;
  }
  return { passed, failed: failed === 0 && !succeeded ? 1 : failed };
}

async function vitest(projects, scratch, env = {}) {
  const report = join(scratch, `${projects.join("-")}.json`);
  const args = ["run", ...projects.flatMap((project) => ["--project", project])];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const succeeded = await tool("vitest", [...args, ...reporters], { ...process.env, DUNNAGE_SCRATCH: scratch, ...env });
  return countTests(readIfThere(report), succeeded);
}

async function browser(scratch) {
  if (!(await ensureBuilt())) {
    console.error("There is no build to test: see above.");
    return one(false);
  }
  const found = await findChromium();
  if ("problem" in found) {
    console.error(found.problem);
    return one(false);
  }
  return vitest(["browser"], scratch, { CHROMIUM_PATH: found.path });
}

export const sections = {
  types: { title: "Types", work: async () => one(await tool("tsc", ["--noEmit"])) },
  audit: { title: "Known advisories", work: auditDependencies },
  lint: { title: "Lint", work: async () => one(await tool("eslint", [".", "--max-warnings", "0"])) },
  unused: {
    title: "Unused files, exports, dependencies",
    work: async () => one(await tool("knip", ["--no-progress"])),
  },
  tests: { title: "Tests in workerd and Node", work: (scratch) => vitest(["workerd", "node"], scratch) },
  build: { title: "Build", work: async () => one(await ensureBuilt({ quiet: false })) },
  browser: { title: "Browser tests on the built Workers", work: browser },
};

export async function runSections(list) {
  const scratch = mkdtempSync(join(tmpdir(), "dunnage-test-"));
  process.on("exit", () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
  const total = { passed: 0, failed: 0 };
  for (const { title, work } of list) {
    const startedMs = Date.now();
    console.log(`\n=== ${title}`);
    const { passed, failed } = await work(scratch);
    console.log(`--- ${title}: ${passed} passed, ${failed} failed (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`);
    total.passed += passed;
    total.failed += failed;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}
