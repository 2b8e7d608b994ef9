// Runs one named test with a planted bug, and says whether it noticed.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../steps/project.mjs";
import { changeCode } from "./change-code.mjs";

const scratch = inRoot("tests", ".tmp");
const LONGEST_MS = 300_000;
let serial = 0;

/** @returns what noticed it (null: nothing did), or why the bug was not planted */
export async function runTest({ code, test: { file, title } }) {
  const planted = join(scratch, `planted-${process.pid}-${(serial += 1)}.json`);
  const [loaded, report] = [`${planted}.loaded`, `${planted}.report`];
  try {
    mkdirSync(scratch, { recursive: true });
    writeFileSync(planted, JSON.stringify(Object.fromEntries(changeCode(code))));
    await vitest([file, "-t", title, "--reporter=json", `--outputFile=${report}`], { PLANTED_BUG: planted });
    if (!existsSync(loaded)) return { by: null, seeds: 0, error: `${file} does not load what was changed` };
    const ran = JSON.parse(readFileSync(report, "utf8")).testResults.flatMap(
      ({ assertionResults }) => assertionResults,
    );
    const named = ran.filter(({ fullName, status }) => fullName.includes(title) && status !== "skipped");
    if (named.length === 0) return { by: null, seeds: 0, error: `no test is called so: ${title}` };
    return { by: named.some(({ status }) => status === "failed") ? title : null, seeds: 0 };
  } catch (error) {
    return { by: null, seeds: 0, error: error.message };
  } finally {
    for (const path of [planted, loaded, report]) rmSync(path, { force: true });
  }
}

function vitest(args, more) {
  return new Promise((resolve) => {
    const options = { cwd: inRoot(), env: { ...process.env, ...more }, timeout: LONGEST_MS };
    // A red test is what is hoped for; whether there was one is read from the report.
    execFile(process.execPath, [inRoot("node_modules", "vitest", "vitest.mjs"), "run", ...args], options, () =>
      resolve(),
    );
  });
}
