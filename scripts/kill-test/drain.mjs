// Measures how long it takes after the last restart until nothing is left to do, and reads what the providers have on
// record then.
import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "../steps/books.mjs";

// A check of an open payment is a timer, not waiting work: it becomes due again until the payment is decided.
const WAITING =
  "SELECT kind, count(*) AS rows FROM outbox WHERE done_at_ms IS NULL AND kind <> 'check-payment' GROUP BY kind";
const LOOKS_AT_DECIDED = `SELECT outbox.id FROM outbox JOIN payments ON payments.id = subject_id
  WHERE kind = 'check-payment' AND done_at_ms IS NULL AND state NOT IN ('created', 'open')`;
const DIFFERENCES = "SELECT kind, subject, detail FROM differences WHERE state = 'open' LIMIT 20";

export async function tick(sandboxOrigin) {
  const signal = AbortSignal.timeout(50_000);
  const response = await fetch(`${sandboxOrigin}/sandbox/tick`, { method: "POST", signal });
  await response.arrayBuffer();
  return response.ok;
}

/** @returns the seconds from the restart until the outbox was empty, and what was left in it if it never was */
export async function drainOutbox({ sandboxOrigin, stateDir, sinceMs, withinMs }) {
  let waiting = [];
  while (Date.now() - sinceMs < withinMs) {
    await tick(sandboxOrigin);
    const seconds = (Date.now() - sinceMs) / 1000;
    [waiting] = await ask(stateDir, [WAITING]);
    if (waiting.length === 0) return { seconds, waiting };
    await sleep(3_000); // each look starts wrangler
  }
  return { seconds: null, waiting };
}

/** Makes all timers due at once and requests a reconciliation. @returns what is still not as it should be */
export async function hurryTimers({ sandboxOrigin, stateDir }) {
  const nowMs = Date.now();
  await ask(stateDir, [
    "UPDATE outbox SET available_at_ms = 0 WHERE done_at_ms IS NULL AND kind = 'check-payment'",
    `INSERT INTO reconciliations (id, asked_by, asked_at_ms, from_ms) VALUES ('rec_kill_${nowMs}', 'system', ${nowMs}, ${nowMs - 86_400_000})`,
  ]);
  for (let ticks = 0; ticks < 20; ticks += 1) await tick(sandboxOrigin);
  const [looks, differences, [run]] = await ask(stateDir, [
    LOOKS_AT_DECIDED,
    DIFFERENCES,
    `SELECT finished_at_ms, sessions_read, repaired, error FROM reconciliations WHERE id = 'rec_kill_${nowMs}'`,
  ]);
  const problems = [
    ...looks.map(({ id }) => `a decided payment is still looked at: ${id}`),
    ...differences.map((row) => `the books differ from the provider's: ${JSON.stringify(row)}`),
    ...(run?.finished_at_ms && !run.error
      ? []
      : [`the comparison of the books did not finish: ${JSON.stringify(run ?? null)}`]),
  ];
  return { problems, compared: run?.sessions_read ?? 0, repaired: run?.repaired ?? 0 };
}

/** @returns the ids of the sessions that the provider's pages show as complete */
export async function completeSessions(checkouts) {
  const complete = new Set();
  for (const url of checkouts) {
    const page = await (await fetch(url, { signal: AbortSignal.timeout(20_000) })).text();
    if (page.includes("This payment is complete")) complete.add(url.split("/").at(-1));
  }
  return complete;
}
