// How long buyers wait, from paying at the provider until our page says how it ended: npm run bench:waiting -- [--minutes N] [--buyers N]
// [--queue off] [--webhooks off] [--clock off]. Half of them have JavaScript. Meanwhile others read, the clock jumps by a day now and then,
// browsers are started again. Exits with 1 if any buyer waits longer than 5 s, a payment is lost, or a rule of the books is broken.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Soak } from "./bench-soak/soak.mjs";
import { WaitingBuyer } from "./bench-waiting/buyer.mjs";
import { ask, brokenRules, lostPayments, readBookRules } from "./kill-test/audit.mjs";
import { completeSessions, tick } from "./kill-test/drain.mjs";
import { stageSql } from "./kill-test/stage.mjs";
import { startThrowawayRun } from "./steps/throwaway-run.mjs";
import { tickEachMinute } from "./steps/ticks.mjs";

const text = (value) => ({ type: "string", default: value });
const { values } = parseArgs({
  options: { minutes: text("60"), buyers: text("4"), queue: text("on"), webhooks: text("on"), clock: text("on") },
});
const [minutes, buyers] = [Number(values.minutes), Number(values.buyers)];
const switches = [values.queue, values.webhooks, values.clock];
if (!(minutes > 0) || !Number.isInteger(buyers) || !switches.every((one) => one === "on" || one === "off")) {
  console.error(
    "Usage: npm run bench:waiting -- [--minutes N] [--buyers N] [--queue off] [--webhooks off] [--clock off]",
  );
  process.exit(1);
}

const LONGEST_MS = 5_000;
const JUMP_EVERY_MS = 10 * 60_000;
const PAGES = ["/invest", "/wallet?tab=portfolio", "/stakes", "/settings", "/proof"];
const CASKS = ["csk_kill_many", "csk_kill_some"];

const post = (path, body) =>
  fetch(`${app.sandboxOrigin}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(300_000),
  });

const app = await startThrowawayRun({ vars: { NUDGES: values.queue } });
const stopTicking = tickEachMinute(app.sandboxOrigin);
const soak = new Soak(app);
const waits = [];
let problems = [];
try {
  await ask(app.stateDir, [stageSql([])]);
  if (values.webhooks === "off") await post("/sandbox/faults", { webhooks: { drop: true } });
  soak.open();
  let people = 0;
  const newBuyer = () => {
    const email = `buyer-${(people += 1)}-${Date.now().toString(36)}@example.com`;
    return new WaitingBuyer(soak, {
      email,
      casks: CASKS,
      javaScript: people % 2 === 0,
      onWait: (wait) => waits.push(wait),
    });
  };
  const buying = Array.from({ length: buyers }, async () => {
    let buyer = newBuyer();
    await soak.keepAt(async () => {
      await buyer.buyOnce();
      if (buyer.isDone) buyer = newBuyer();
      await sleep(1_000);
    });
  });
  const reading = (async () => {
    let reader = null;
    await soak.keepAt(async () => {
      reader ??= await soak.signIn("investor@dunnage.test");
      const { status } = await soak.send(reader, PAGES[soak.requests % PAGES.length]);
      if (status !== 200) reader = null;
      await sleep(250);
    });
  })();
  const endsAt = Date.now() + minutes * 60_000;
  while (Date.now() < endsAt) {
    await sleep(Math.min(JUMP_EVERY_MS, endsAt - Date.now()));
    if (values.clock === "on" && Date.now() < endsAt) await post("/sandbox/clock", { advance_days: 1 });
    console.log(summary());
  }
  soak.end();
  await Promise.all([...buying, reading]);
  for (let ticks = 0; ticks < 20; ticks += 1) await tick(app.sandboxOrigin);
  const { lost, states, sold } = await lostPayments(app.stateDir, await completeSessions(soak.checkouts));
  const slow = waits.filter(({ ms }) => ms > LONGEST_MS);
  soak.print();
  console.log(`${summary()}; ${sold} stakes sold (${states}); ${soak.cutOff} cut off by wrangler's proxy`);
  problems = [
    ...slow.map(
      ({ ms, javaScript, looks }) =>
        `a buyer ${javaScript ? "with" : "without"} JavaScript waited ${(ms / 1000).toFixed(1)} s; its looks took ${looks.join(", ")} ms`,
    ),
    ...[...soak.unexpected].map(([what, times]) => `${times} times: ${what}`),
    ...soak.problems,
    ...lost,
    ...(await brokenRules(app.stateDir, await readBookRules())),
  ];
} finally {
  stopTicking();
  await app.stop();
}
for (const problem of problems.slice(0, 30)) console.log(`  WRONG: ${problem}`);
console.log(`${problems.length} slow, unexpected, lost or wrong`);
process.exitCode = problems.length === 0 ? 0 : 1;

function summary() {
  const sorted = waits.map(({ ms }) => ms / 1000).sort((one, other) => one - other);
  const at = (share) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return `${sorted.length} payments seen as ended: median ${at(0.5)} s, 99 % within ${at(0.99)} s, longest ${at(1)} s`;
}
