// Keeps the app busy and watches whether it stays as it was: npm run bench:soak -- [--minutes N] [--connections N] [--buyers N]
// Most connections read pages as investors do; some are buyers, who sign up, pay the joining fee and buy stakes. Exits with 1 if an
// answer is unexpected, a payment is lost, a rule of the books is broken, or the app's heap grows by more than 5 % from the second third to the last.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Soak } from "./bench-soak/soak.mjs";
import { ask, brokenRules, lostPayments, readBookRules } from "./kill-test/audit.mjs";
import { newBuyer, takeStep } from "./kill-test/buyers.mjs";
import { completeSessions, tick } from "./kill-test/drain.mjs";
import { stageSql } from "./kill-test/stage.mjs";
import { readHeapMb } from "./bench-soak/read-heap.mjs";
import { startThrowawayRun } from "./steps/throwaway-run.mjs";

const text = (value) => ({ type: "string", default: value });
const { values } = parseArgs({ options: { minutes: text("10"), connections: text("64"), buyers: text("8") } });
const [minutes, connections, buyers] = [values.minutes, values.connections, values.buyers].map(Number);
if (!(minutes > 0) || !Number.isInteger(connections) || !Number.isInteger(buyers) || buyers > connections) {
  console.error("Usage: npm run bench:soak -- [--minutes N] [--connections N] [--buyers N]");
  process.exit(1);
}

const GROWTH = 0.05;
/** Often: collecting takes the longer the more was thrown away since. */
const HEAP_SAMPLES = 24;
const PAGES = [
  "/invest",
  "/wallet?tab=portfolio",
  "/stakes",
  "/cask-information?cask=csk_kill_many",
  "/settings",
  "/proof",
];

/** What the Workers log as an error, each once. */
const logged = new Set();
const write = (line) => {
  if (/"event":"[^"]*(error|failed)[^"]*"/.test(line)) logged.add(line.replace(/"(requestId|\w+Id)":"[^"]*",?/g, ""));
};

const app = await startThrowawayRun({ write });
const soak = new Soak(app);
let problems = [];
try {
  await ask(app.stateDir, [stageSql([])]);
  soak.open();
  const readers = [await soak.signIn("investor@dunnage.test"), await soak.signIn("newcomer@dunnage.test")];
  if (readers.includes(null)) throw new Error("The demo investors could not sign in");
  const buying = Array.from({ length: buyers }, async () => {
    let buyer = newBuyer();
    await soak.keepAt(async () => {
      buyer = await takeStep(soak, buyer);
      await sleep(200);
    });
  });
  const reading = Array.from({ length: connections - buyers }, (_, at) =>
    soak.keepAt(async () => {
      await soak.send(readers[at % readers.length], PAGES[(soak.requests + at) % PAGES.length]);
    }),
  );
  const ticking = soak.keepAt(async () => {
    await sleep(2_000);
    await tick(app.sandboxOrigin).catch(() => undefined);
  });
  const heap = [];
  for (let sample = 0; sample < HEAP_SAMPLES; sample += 1) {
    await sleep((minutes * 60_000) / HEAP_SAMPLES);
    const look = () => readHeapMb(app.inspectorPort).catch(({ message }) => console.log(`heap not read: ${message}`));
    heap.push((await soak.whileQuiet(look)) ?? Infinity);
  }
  soak.end();
  await Promise.all([...buying, ...reading, ticking]);
  for (let ticks = 0; ticks < 20; ticks += 1) await tick(app.sandboxOrigin);
  const { lost, states, sold } = await lostPayments(app.stateDir, await completeSessions(soak.checkouts));
  const broken = await brokenRules(app.stateDir, await readBookRules());
  // The least of each third of the time: what a request has just left behind may not be collected yet.
  const third = HEAP_SAMPLES / 3;
  const growth = Math.min(...heap.slice(2 * third)) / Math.min(...heap.slice(third, 2 * third)) - 1;
  soak.print();
  console.log(`${soak.requests} requests, ${soak.cutOff} cut off by wrangler's proxy; ${sold} stakes sold (${states})`);
  console.log(`the app's heap, in MB: ${heap.map((mb) => mb.toFixed(1)).join(" ")} (${(growth * 100).toFixed(1)} %)`);
  problems = [
    ...[...soak.unexpected].map(([what, times]) => `${times} times: ${what}`),
    ...soak.problems,
    ...lost,
    ...broken,
    ...(growth <= GROWTH ? [] : [`the app's heap grew by ${(growth * 100).toFixed(1)} %`]),
  ];
} finally {
  await app.stop();
}
for (const line of [...logged].slice(0, 10)) console.log(`  logged: ${line}`);
for (const problem of problems.slice(0, 20)) console.log(`  WRONG: ${problem}`);
console.log(`${problems.length} unexpected, lost or wrong`);
process.exitCode = problems.length === 0 ? 0 : 1;
