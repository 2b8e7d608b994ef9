// Plants bugs in the money code one at a time. The simulation must notice each, or the test that it names, and the audit those that are
// marked so; exits with 1 if one survives.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { changeCode } from "./change-code.mjs";
import { bundleSimulation, startThread } from "./threads.mjs";
import { bundleModule } from "../steps/bundle-module.mjs";
import { inRoot } from "../steps/project.mjs";

const MOST_SEEDS = 1_000;
const AT_ONCE = 25;
const AUDITS_WITHIN = 100;
const LONGEST_TEST_MS = 300_000;
const scratch = inRoot("tests", ".tmp");
const startedMs = Date.now();

let mutants = [];
const results = new Map();
let next = 0;

/** @param wanted how the names of those to plant begin: all, if there is none */
export async function tryPlanted(wanted, auditedOnly) {
  const { MUTANTS } = await bundleModule(inRoot("tests", "sim", "mutants", "all-mutants.ts"));
  mutants = MUTANTS.filter(
    ({ name, audit }) => (wanted.length === 0 || wanted.some((one) => name.startsWith(one))) && (!auditedOnly || audit),
  );
  await Promise.all(Array.from({ length: Math.max(1, Math.min(4, availableParallelism())) }, tryMutants));
  tell();
}

async function tryMutants() {
  while (next < mutants.length) {
    const mutant = mutants[next++];
    const result = await tryOne(mutant);
    results.set(mutant.name, result);
    const { seeds, error = "", by, audit } = result;
    console.error(`${results.size} of ${mutants.length} ${mutant.name}: ${seeds} ${error} ${by} | ${audit}`);
  }
}

/** Which check noticed it, and after how many seeds; `by` is null if none did. */
async function tryOne(mutant) {
  if (mutant.test) return runTest(mutant);
  const bundled = await bundleSimulation(mutant).catch((error) => ({ error }));
  if (bundled.error) return { by: null, seeds: 0, error: bundled.error.message };
  try {
    // If the bug already breaks the template, it was noticed.
    const thread = await startThread(bundled).catch((error) => ({
      by: `the first purchases: ${error.message}`,
      seeds: 0,
    }));
    if ("by" in thread) return thread;
    try {
      const noticed = mutant.flow ? await runFlow(thread, mutant.flow) : await runSeeds(thread, mutant.audit === true);
      // A bug that was never planted was not noticed, whatever else went wrong.
      const [unmet] = await thread.perform({ do: "unmet changes" });
      return unmet ? { by: null, seeds: noticed.seeds, error: `never met: ${unmet}` } : noticed;
    } finally {
      await thread.end();
    }
  } finally {
    bundled.remove();
  }
}

/** @returns what noticed it (null: nothing did), or why the bug was not planted */
async function runTest({ code, test }) {
  const [file, title] = test.split(" > ");
  const planted = join(scratch, `planted-${process.pid}-${next}.json`);
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
    const options = { cwd: inRoot(), env: { ...process.env, ...more }, timeout: LONGEST_TEST_MS };
    // A red test is what is hoped for; whether there was one is read from the report.
    execFile(process.execPath, [inRoot("node_modules", "vitest", "vitest.mjs"), "run", ...args], options, () =>
      resolve(),
    );
  });
}

async function runSeeds(thread, mustAudit) {
  for (let from = 1; from <= MOST_SEEDS; from += AT_ONCE) {
    const first = await firstFailed(thread, from, AT_ONCE);
    if (first)
      return { by: ruleOf(first.violations[0]), seeds: first.seed, ...(await auditOf(thread, first, mustAudit)) };
  }
  return { ...(await runFlow(thread)), seeds: MOST_SEEDS };
}

async function runFlow(thread, named) {
  const table = await thread.perform({ do: "crash table", named });
  const row = table.find(({ problems }) => problems.length > 0);
  return { by: row ? `crash table: ${row.flow}` : null, seeds: 0, audit: row?.failedAudits[0] ?? null, auditSeed: 0 };
}

/** What is wrong for an hour only, between two audits, is seen by none: a later seed shows it once an audit is made. */
async function auditOf(thread, first, mustAudit) {
  const last = mustAudit ? first.seed + AUDITS_WITHIN : first.seed;
  for (let failed = first; failed; failed = await firstFailed(thread, failed.seed + 1, last - failed.seed))
    if (failed.failedAudits[0]) return { audit: failed.failedAudits[0], auditSeed: failed.seed };
  return { audit: null };
}

async function firstFailed(thread, from, count) {
  if (count < 1) return undefined;
  return (await thread.perform({ do: "seeds", from, count, stopAtFirst: true, traced: false })).failed[0];
}

function ruleOf(violation) {
  return violation.split(/: [[{"]|\n/)[0].slice(0, 90);
}

function tell() {
  for (const { name, audit: mustAudit } of mutants) {
    const { by, seeds, error, audit, auditSeed } = results.get(name);
    const where = seeds > 0 ? `seed ${String(seeds).padStart(4)}` : "test     ";
    const outcome = error ? `NOT PLANTED ${error}` : by ? `${where}: ${by}` : "SURVIVED";
    console.log(`${name.padEnd(115)} ${outcome}`);
    if (audit)
      console.log(`${"".padEnd(31)}the audit${auditSeed > 0 ? `, seed ${auditSeed}` : ""}: ${audit.slice(0, 160)}`);
    else if (mustAudit) console.log(`${"".padEnd(31)}THE AUDIT IS SILENT`);
  }
  const caught = [...results.values()].filter(({ by }) => by !== null).length;
  const audited = mutants.filter(({ audit }) => audit);
  const seen = audited.filter(({ name }) => results.get(name).audit).length;
  console.log(`\nthe audit said FAIL of ${seen} of ${audited.length} that oversell, lose or double`);
  console.log(`${caught} of ${mutants.length} caught, ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
  process.exitCode = caught === mutants.length && seen === audited.length ? 0 : 1;
}
