// Measures what a request costs, as ratios within one run: npm run bench -- [--seconds N] [--rounds N]
// All Workers run on workerd itself, without wrangler's proxy, and take turns, so that load on the machine slows all alike.
// What is compared is the CPU time that workerd used for one request: what this client needs is not in it.
import { parseArgs } from "node:util";
import { measure, watchRuntime } from "./bench/measure.mjs";
import { openBench } from "./bench/open-bench.mjs";
import { TARGETS } from "./bench/targets.mjs";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "2" }, rounds: { type: "string", default: "5" } },
});
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
if (!(seconds > 0) || !Number.isInteger(rounds) || rounds < 1) {
  console.error("Usage: npm run bench -- [--seconds N] [--rounds N]");
  process.exit(1);
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const bench = await openBench();
try {
  const targets = await Promise.all(TARGETS.map(async (target) => ({ ...target, ...(await bench.reach(target)) })));
  const cpuMs = watchRuntime();
  for (const target of targets) await measure(target, { seconds: 1.5, cpuMs });
  const results = new Map(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) results.get(target.name).push(await measure(target, { seconds, cpuMs }));
  }
  const of = (name, figure) => median(results.get(name).map((result) => result[figure]));
  console.table(
    targets.map(({ name }) => ({
      what: name,
      "CPU ms": of(name, "cpu").toFixed(2),
      "requests/s": Math.round(of(name, "perSecond")),
      "p50 ms": of(name, "p50").toFixed(1),
      "p95 ms": of(name, "p95").toFixed(1),
      bytes: of(name, "bytes"),
    })),
  );
  // Within each round, so that both sides met the same load.
  const ratio = (name, other, of) =>
    median(results.get(name).map((result, round) => of(result, results.get(other)[round])));
  console.table(
    targets.flatMap(({ name, against = [] }) =>
      against.map(({ name: other, bar }) => ({
        what: name,
        against: other,
        "by CPU": ratio(name, other, (ours, theirs) => theirs.cpu / ours.cpu).toFixed(2),
        "by requests/s": ratio(name, other, (ours, theirs) => ours.perSecond / theirs.perSecond).toFixed(2),
        bar: bar ?? "",
      })),
    ),
  );
} finally {
  await bench.close();
}
