// Measures how fast the built Worker answers, as a ratio to a bare Worker that makes the same calls: npm run bench --
// [--seconds N] [--rounds N]
// Both run on workerd itself, without wrangler's proxy, and take turns within one run, so that load on the machine
// slows both.
import { parseArgs } from "node:util";
import { openBench } from "./bench/open-bench.mjs";
import { measure } from "./bench/measure.mjs";
import { pages, REFERENCES } from "./bench/targets.mjs";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "2" }, rounds: { type: "string", default: "5" } },
});
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
if (!(seconds > 0) || !Number.isInteger(rounds) || rounds < 1) {
  console.error("Usage: npm run bench -- [--seconds N] [--rounds N]");
  process.exit(1);
}

const bench = await openBench();
try {
  const targets = [...REFERENCES, ...pages].map((target) => ({ ...target, ...bench.reach(target) }));
  for (const target of targets) await measure(target, { seconds: 0.5 });
  const results = new Map(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) results.get(target.name).push(await measure(target, { seconds }));
  }
  const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
  const of = (name, figure) => median(results.get(name).map((result) => result[figure]));
  console.table(
    targets.map(({ name, against }) => ({
      what: name,
      "requests/s": Math.round(of(name, "perSecond")),
      "p50 ms": of(name, "p50").toFixed(1),
      "p95 ms": of(name, "p95").toFixed(1),
      bytes: of(name, "bytes"),
      ratio: against ? (of(name, "perSecond") / of(against, "perSecond")).toFixed(2) : "",
      against: against ?? "",
    })),
  );
} finally {
  await bench.close();
}
