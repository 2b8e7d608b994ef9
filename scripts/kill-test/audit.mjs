// Queries the database and the providers directly, independently of the app.
import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "../steps/books.mjs";

const FATES = `SELECT payments.id, provider, provider_session_id AS session, purpose, payments.state, users.email, users.activated_at_ms IS NOT NULL AS activated,
  (SELECT count(*) FROM stakes WHERE payment_id = payments.id) AS stakes,
  (SELECT count(*) FROM certificates JOIN stakes ON stakes.id = stake_id WHERE payment_id = payments.id AND certificates.state = 'issued') AS certificates,
  (SELECT count(*) FROM transfers WHERE id = 'payment:' || payments.id || ':tokens') AS tokens,
  (SELECT count(*) FROM transfers WHERE id = 'payment:' || payments.id || ':refund') AS refunds,
  (SELECT count(*) FROM dead_letters WHERE id = 'refund:' || payments.id) AS for_operator
  FROM payments JOIN users ON users.id = user_id WHERE users.email LIKE 'buyer-%'`;
const TWICE = "SELECT subject AS session FROM differences WHERE kind = 'paid-twice'";

/** A payment that was paid must have been applied or refunded. @returns what is wrong, or null */
function wrongFate(payment, isPaid) {
  const { state, purpose, stakes, certificates, tokens, refunds, activated, for_operator: forOperator } = payment;
  const facts = JSON.stringify(payment);
  if (state === "settled") {
    if (!isPaid) return `settled, but the provider has no money for it: ${facts}`;
    const applied = purpose === "stake" ? stakes === 1 && certificates === 1 : activated === 1 && stakes === 0;
    return applied && tokens === 1 && refunds === 0 ? null : `settled, but not with everything, or twice: ${facts}`;
  }
  if (stakes + certificates + tokens > 0) return `${state}, but something was granted: ${facts}`;
  if (!isPaid) return null;
  // Copperx has no refund call: an operator is asked, once.
  const givenBack = (state === "refunded" && refunds === 1) || (state === "refunding" && forOperator === 1);
  return givenBack ? null : `paid and lost: ${facts}`;
}

/** @param complete the sessions that the provider shows as complete */
export async function lostPayments(stateDir, complete) {
  const [payments, twice] = await ask(stateDir, [FATES, TWICE]);
  const known = new Set([...payments.map(({ session }) => session), ...twice.map(({ session }) => session)]);
  const unknown = [...complete]
    .filter((session) => !known.has(session))
    .map((session) => `paid and unknown to us: ${session}`);
  const wrong = payments
    .map((payment) => wrongFate(payment, complete.has(payment.session)))
    .filter((line) => line !== null);
  // A run that sells nothing tries nothing.
  const sold = payments.filter(({ purpose, state }) => purpose === "stake" && state === "settled").length;
  if (sold === 0) wrong.push("no stake was sold: nothing about stakes was tried");
  const count = (state) => payments.filter((payment) => payment.state === state).length;
  const states = [...new Set(payments.map(({ state }) => state))].map((state) => `${count(state)} ${state}`).join(", ");
  return { lost: [...unknown, ...wrong], states, payments: payments.length, sold };
}

/** Every holder whose withdrawal was acknowledged has it, once, of the whole balance; no one has two. */
export async function lostWithdrawals(stateDir, holders, acknowledged) {
  const [rows] = await ask(stateDir, [
    `SELECT email, count(*) AS withdrawals, sum(amount_cents) AS cents FROM withdrawals JOIN users ON users.id = user_id WHERE email LIKE 'holder-%' GROUP BY email`,
  ]);
  const found = new Map(rows.map((row) => [row.email, row]));
  return holders.flatMap(({ email, amountCents }) => {
    const { withdrawals = 0, cents = 0 } = found.get(email) ?? {};
    if (withdrawals === 0)
      return acknowledged.has(email) ? [`${email} was told that the withdrawal is in; it is not there`] : [];
    return withdrawals === 1 && cents === amountCents
      ? []
      : [`${email} has ${withdrawals} withdrawals over ${cents} of ${amountCents}`];
  });
}

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
