// What the Workers of a local run log, told in one line each. Their log holds ids and figures only.

const WORK = {
  "handle-event": "acted on the event",
  "check-payment": "looked at",
  "expire-session": "ended the checkout of",
  "refund-payment": "gave back",
  "issue-certificate": "drew the certificate",
  "erase-certificates": "erased the certificates of",
  "credit-exit": "credited the sale",
  "tell-holders": "told the holders of",
  "send-notice": "sent the notice",
};

const took = ({ durationMs }) => (durationMs === undefined ? "" : ` in ${durationMs} ms`);

function tellWork({ outboxId = "", outcome, ...fields }) {
  const kind = outboxId.slice(0, outboxId.indexOf(":"));
  const subject = outboxId.slice(kind.length + 1);
  const result = outcome === "sent" || outcome === "issued" ? "" : `: ${outcome}`;
  return `${WORK[kind] ?? kind} ${subject}${result}${took(fields)}`;
}

/** Null: another line says it better. */
const TELLERS = {
  "outbox-done": tellWork,
  "outbox-failed": ({ outboxId, count, error }) => `failed at ${outboxId} (${error}), try ${count}; it is tried again`,
  "payment-applied": ({ paymentId, state, caskId, ...fields }) =>
    `${state} ${paymentId} (${caskId ? `stake of ${caskId}` : "joining fee"})${took(fields)}`,
  "payment-refunded": ({ paymentId }) => `gave ${paymentId} back`,
  "certificate-issued": () => null,
  "dead-letter": ({ outboxId }) => `the queue gave up on ${outboxId}; the timer still runs it`,
  reconciled: ({ count, outcome, error }) =>
    `compared the providers' books: ${count} sessions read, ${outcome}${error ? `, ${error}` : ""}`,
  "scheduled-work": ({ outcome }) => {
    const { ended, relayed, failed } = JSON.parse(outcome);
    return `scheduled work: ${relayed} from the outbox, ${failed} failed, ${ended} payments expired`;
  },
  "timer-run": () => null,
  "timer-job-failed": ({ code, error, ...fields }) =>
    `the job ${code} failed (${error})${took(fields)}; the others went on`,
  "timer-stands": ({ outcome }) => `has not succeeded for an hour: ${outcome}`,
  "work-waits": ({ count }) => `${count} jobs are an hour or more late`,
  request: ({ method, route, status, ...fields }) => `${method} ${route} ${status}${took(fields)}`,
};

const plainly = (fields) =>
  Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");

/**
 * @param {string} line as the Workers print it: the Worker's name in brackets, then JSON
 * @returns {string | null} for people; null: nothing to be told
 */
export function tellLine(line) {
  const [, worker, json] = /^\[dunnage(?:-(\w+))?\] (\{"event":.*\})$/.exec(line) ?? [];
  if (!json) return line;
  try {
    const { event, ...fields } = JSON.parse(json);
    const teller = Object.hasOwn(TELLERS, event) ? TELLERS[event] : (rest) => `${event} ${plainly(rest)}`.trim();
    const told = teller(fields);
    return told === null ? null : `${worker ?? "app"}: ${told}`;
  } catch {
    return line;
  }
}
