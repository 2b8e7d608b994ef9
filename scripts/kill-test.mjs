// Kills the whole local run under load with `kill -9`, then checks that nothing was lost: [--kills N] [--buyers N]. Linux only. Exits with 1 if a
// payment, withdrawal or session is lost, a rule of the books is broken right after a kill, or the outbox is not
// empty five minutes after the last restart: work in hand at a kill stays leased for four.
import { setTimeout as sleep } from "node:timers/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ask, brokenRules, readBookRules } from "./steps/books.mjs";
import { completeSessions, drainOutbox, hurryTimers, lostPayments, lostWithdrawals, tick } from "./kill-test/audit.mjs";
import { askForBalance, makeHolders, newBuyer, stageSql, takeStep, World } from "./kill-test/load.mjs";
import { ServerGroup } from "./kill-test/server-group.mjs";
import { ensureBuilt } from "./steps/build-app.mjs";
import { ensureMigrated } from "./steps/database.mjs";
import { findFreePort } from "./steps/free-port.mjs";
import { freshSecrets } from "./steps/local-secrets.mjs";
import { bundleWorker, originsOn } from "./steps/workers.mjs";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "50" }, buyers: { type: "string", default: "4" } },
});
const [kills, buyers] = [Number(values.kills), Number(values.buyers)];
/** What a kill left in hand is free when its lease ends (`core/outbox/run-outbox.ts`, 4 min 5 s); a minute is for the work itself. */
const EMPTY_WITHIN_MS = 5 * 60_000 + 5_000;
const LONGEST_MS = 5_000;

if (!(await ensureBuilt())) process.exit(1);
const stateDir = mkdtempSync(join(process.env.DUNNAGE_SCRATCH ?? tmpdir(), "dunnage-kills-"));
process.once("exit", () => rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 }));
const port = Number(process.env.PORT) || (await findFreePort());
const { APP_ORIGIN: origin, SANDBOX_ORIGIN: sandboxOrigin } = originsOn(port);
const holders = makeHolders(kills * 4);
const waiting = [...holders];
const rules = await readBookRules();
// Ending without 'exit' would leave the Workers running.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(130));
await ensureMigrated(stateDir);
await ask(stateDir, [stageSql(holders)]);

const server = new ServerGroup({
  stateDir,
  port,
  bundle: await bundleWorker(join(stateDir, "bundle")),
  secrets: { ...freshSecrets(), APP_ORIGIN: origin },
});
const world = new World({ origin, sandboxOrigin });
const problems = [];
const note = (when, lines) => {
  for (const line of lines) console.log(`  WRONG ${when}: ${line}`);
  problems.push(...lines);
};

/**
 * Sets new copies, delays and disorder of webhooks in each round; a webhook under way at a kill is delivered after it.
 */
const disturb = () =>
  fetch(`${sandboxOrigin}/sandbox/faults`, {
    method: "POST",
    body: JSON.stringify({
      webhooks: {
        copies: 1 + Math.floor(Math.random() * 3),
        delay_ms: Math.floor(Math.random() * 1500),
        shuffle: Math.random() < 0.5,
      },
    }),
  });

function startLoad() {
  const buying = Array.from({ length: buyers }, async () => {
    let buyer = newBuyer();
    await world.keepAt(async () => (buyer = await takeStep(world, buyer)));
  });
  const withdrawing = world.keepAt(async () => (await askForBalance(world, waiting)) || (await sleep(500)));
  const ticking = world.keepAt(async () => {
    await sleep(1_500);
    await tick(sandboxOrigin).catch(() => undefined);
  });
  return Promise.all([...buying, withdrawing, ticking]);
}

/**
 * Usually kills some time after the first answer, so that much is under way; sometimes while the Workers are still
 * starting.
 */
async function waitForMoment() {
  const answered = world.answered;
  for (let waits = 0; waits < 100 && Math.random() > 0.02 && world.answered === answered; waits += 1) await sleep(150);
  // A busy machine, which takes long to start, also needs longer to sell something.
  await sleep(Math.random() * Math.max(LONGEST_MS, restartMs));
}

async function oneKill(number) {
  const [openedMs, paid, interrupted] = [Date.now(), world.paid.size, world.interrupted];
  await waitForMoment();
  const upMs = Date.now() - openedMs;
  world.up = false;
  await server.kill();
  note(`kill ${number}`, await brokenRules(stateDir, rules));
  restartMs = await server.start();
  await disturb();
  world.up = true;
  const columns = [
    number,
    `${(upMs / 1000).toFixed(1)} s`,
    world.paid.size - paid,
    world.interrupted - interrupted,
    `${(restartMs / 1000).toFixed(1)} s`,
  ];
  console.log(columns.map((column, i) => String(column).padStart([5, 9, 9, 13, 10][i])).join(""));
}

console.log(` kill   after     paid  interrupted   restart`);
const startedMs = Date.now();
let restartMs = await server.start();
await disturb();
world.up = true;
const load = startLoad();
load.catch((error) => (console.error(error), process.exit(1)));
for (let number = 1; number <= kills; number += 1) await oneKill(number);
const sinceMs = Date.now();
world.stopped = true;
await load;
await fetch(`${sandboxOrigin}/sandbox/faults`, { method: "POST", body: "{}" });

const drained = await drainOutbox({ sandboxOrigin, stateDir, sinceMs, withinMs: EMPTY_WITHIN_MS });
note(
  "five minutes after the restart",
  drained.waiting.map(({ kind, rows }) => `${rows} ${kind} still in the outbox`),
);
const hurried = await hurryTimers({ sandboxOrigin, stateDir });
note("at the end", hurried.problems);
const complete = await completeSessions(world.checkouts);
note(
  "at the end",
  [...world.paid].filter((url) => !complete.has(url.split("/").at(-1))).map((url) => `the provider forgot ${url}`),
);
await server.kill();
const fates = await lostPayments(stateDir, complete);
note("payments", fates.lost);
note("withdrawals", await lostWithdrawals(stateDir, holders, world.withdrawals));
note("at the end", await brokenRules(stateDir, rules));
note("under load", world.problems);

console.log(`
${kills} kills in ${((Date.now() - startedMs) / 1000).toFixed(0)} s, ${world.requests} requests, ${world.interrupted} of them cut off by a kill
${fates.payments} payments begun (${fates.states}), ${fates.sold} stakes sold; ${complete.size} sessions paid at the providers, ${hurried.compared} compared, ${hurried.repaired} repaired
${world.withdrawals.size} withdrawals acknowledged, ${world.signIns} sign-ins
outbox empty ${drained.seconds === null ? "never" : `${drained.seconds.toFixed(1)} s`} after the last restart
${problems.length} lost or wrong`);
process.exitCode = problems.length === 0 ? 0 : 1;
