// The deterministic simulation of money: npm run sim -- [--seeds N] [--from S], or [--seed S] to replay one seed with every step it took.
// Exits with 1 if a rule was broken or a kind of trouble never occurred. `--planted [--audited] [NAME...]` plants bugs instead, which must be
// noticed (with --audited only those that the audit must notice).
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { tryPlanted } from "./sim/planted.mjs";
import { bundleSimulation, startThread } from "./sim/threads.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    planted: { type: "boolean", default: false },
    audited: { type: "boolean", default: false },
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
  },
});
const AT_ONCE = 50;
const SHOWN = 20;
const TOLD_EVERY = 1_000;
const startedMs = Date.now();
const seconds = () => ((Date.now() - startedMs) / 1000).toFixed(1);

let threads = [];
if (values.planted) await tryPlanted(positionals, values.audited);
else await simulate();

async function simulate() {
  const bundled = await bundleSimulation();
  const count = values.seed ? 1 : Math.max(1, Math.min(4, availableParallelism()));
  threads = await Promise.all(Array.from({ length: count }, () => startThread(bundled)));
  try {
    process.exitCode = values.seed
      ? await replay(Number(values.seed))
      : await runMany(Number(values.from), Number(values.seeds));
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
    bundled.remove();
  }
}

async function replay(seed) {
  const task = { do: "seeds", from: seed, count: 1, stopAtFirst: false, traced: true };
  const [{ trace, violations }] = (await threads[0].perform(task)).failed;
  for (const line of trace) console.log(line);
  for (const violation of violations) console.log(`VIOLATED ${violation}`);
  console.log(`seed ${seed}: ${violations.length} violations`);
  return violations.length === 0 ? 0 : 1;
}

async function runMany(from, count) {
  const healed = await tellCrashTable();
  const { failed, happened } = await runSeeds(from, count);
  const missing = await threads[0].perform({ do: "missing kinds", happened: [...happened], seeds: count });
  console.log("\nWhat happened");
  for (const [what, times] of [...happened].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(String(times).padStart(9), what);
  for (const { seed, violations } of failed.slice(0, SHOWN)) {
    console.log(`\nseed ${seed}: npm run sim -- --seed ${seed}`);
    for (const violation of violations) console.log(`  VIOLATED ${violation.slice(0, 600)}`);
  }
  for (const kind of missing) console.log(`NEVER HAPPENED ${kind}`);
  console.log(`\n${count} seeds, ${failed.length} with violations, ${seconds()} s on ${threads.length} threads`);
  return failed.length === 0 && missing.length === 0 && healed ? 0 : 1;
}

async function tellCrashTable() {
  const rows = await threads[0].perform({ do: "crash table" });
  console.log("Died or failed at every step, before and after its effect");
  for (const { flow, steps, tried, healed, problems } of rows) {
    console.log(
      `${flow.padEnd(42)} ${String(steps).padStart(3)} steps ${String(healed).padStart(4)} of ${tried} ended as if nothing had happened`,
    );
    for (const problem of problems) console.log(`  VIOLATED ${problem.slice(0, 600)}`);
  }
  const [tried, healed] = ["tried", "healed"].map((column) => rows.reduce((sum, row) => sum + row[column], 0));
  console.log(`${healed} of ${tried} (${seconds()} s)`);
  return healed === tried && rows.every(({ problems }) => problems.length === 0);
}

async function runSeeds(from, count) {
  const failed = [];
  const happened = new Map();
  let next = from;
  let done = 0;
  const work = async (thread) => {
    while (next < from + count) {
      const task = {
        do: "seeds",
        from: next,
        count: Math.min(AT_ONCE, from + count - next),
        stopAtFirst: false,
        traced: false,
      };
      next += task.count;
      const result = await thread.perform(task);
      failed.push(...result.failed);
      for (const { seed, violations } of result.failed) console.error(`seed ${seed}: ${violations[0].slice(0, 200)}`);
      for (const [what, times] of result.happened) happened.set(what, (happened.get(what) ?? 0) + times);
      if ((done += task.count) % TOLD_EVERY < task.count)
        console.error(`${done} of ${count} seeds, ${failed.length} with violations, ${seconds()} s`);
    }
  };
  await Promise.all(threads.map(work));
  return { failed: failed.sort((a, b) => a.seed - b.seed), happened };
}
