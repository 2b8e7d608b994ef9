// Measures what pages, a JSON call, webhooks and settlement cost: npm run bench -- [--seconds N] [--rounds N] [--stakes N] [--only PATH]
// Each is a ratio to a bare Worker that makes the same calls of KV, D1 and the queue and nothing else. All run on one workerd and take turns,
// so that load on the machine slows all alike. What is compared is the CPU time that workerd used: what this client needs is not in it.
// `--stakes N` fills the database with the books of a house that sold N stakes, in place of the demo data.
import { parseArgs } from "node:util";
import { measure, watchRuntime } from "./bench/measure.mjs";
import { openBench } from "./bench/open-bench.mjs";

const PAGES = ["/get-started?mode=login", "/proof", "/invest", "/wallet?tab=portfolio", "/stakes"];
const PATHS = [...PAGES, "/api/cask/get_casks", "/webhooks/stripe"];
const BATCH = 100;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "2" },
    rounds: { type: "string", default: "5" },
    stakes: { type: "string", default: "0" },
    only: { type: "string", default: "/" },
  },
});
const [seconds, rounds, stakes] = [values.seconds, values.rounds, values.stakes].map(Number);
if (!(seconds > 0) || !(rounds >= 1) || !(stakes === 0 || stakes >= 1000))
  throw new Error("--seconds N above 0, --rounds N of at least 1, --stakes N of at least 1000");

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Ours and the bare Worker in turn: `run` measures one of them, "app" or "bare". */
async function compare(what, run) {
  const results = [];
  for (let round = 0; round <= rounds; round += 1) results.push({ ours: await run("app"), bare: await run("bare") });
  const counted = results.slice(1); // the first one warms up
  const of = (figure) => median(counted.map(figure)).toFixed(2);
  return {
    what,
    "CPU ms": of(({ ours }) => ours.cpu),
    "CPU ms bare": of(({ bare }) => bare.cpu),
    "by CPU": of(({ ours, bare }) => bare.cpu / ours.cpu),
    ms: of(({ ours }) => ours.ms),
    calls: counted[0].ours.calls,
    bytes: counted[0].ours.bytes ?? "",
  };
}

const paths = PATHS.filter((path) => path.startsWith(values.only));
const bench = await openBench({ paths, stakes });
try {
  const cpuMs = watchRuntime();
  const rows = [];
  for (const path of paths) {
    const next = { app: await bench.reach("app", path), bare: await bench.reach("bare", path) };
    const calls = bench.plans[path].waves.flat().length;
    const run = async (side) => ({ ...(await measure(next[side], { seconds, cpuMs })), calls });
    rows.push(await compare(path, run));
  }
  const settle = async (side) => {
    if (side === "app") await bench.ask(`/fill?count=${BATCH}`);
    const [startedAt, usedBefore] = [performance.now(), cpuMs()];
    const { calls } = await bench.ask(side === "app" ? "/settle" : "/repeat");
    return { ms: (performance.now() - startedAt) / BATCH, cpu: (cpuMs() - usedBefore) / BATCH, calls };
  };
  if (values.only === "/") rows.push(await compare(`settling a payment, ${BATCH} at once`, settle));
  console.table(rows);
} finally {
  await bench.close();
}
