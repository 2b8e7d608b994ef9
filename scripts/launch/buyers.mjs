// The buyers of a launch day that is played on the real Workers: their accounts and sessions, and what they do.
import { createHmac, randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const hmac = (secret, text, encoding) => createHmac("sha256", secret).update(text).digest(encoding);
const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

/** A cookie as the app itself signs it. */
function cookieOf(secret, sid, uid) {
  const value = Buffer.from(JSON.stringify({ sid, uid })).toString("base64");
  return `session=${encodeURIComponent(`${value}.${hmac(secret, value, "base64").replace(/=+$/, "")}`)}`;
}

export function makeBuyers(count, secret, { activated = true, prefix = activated ? "usr_launch" : "usr_free" } = {}) {
  return Array.from({ length: count }, (_, at) => {
    const id = `${prefix}_${at}`;
    const sid = randomBytes(32).toString("base64url");
    return { id, activated, idHash: hmac(secret, sid, "hex"), cookie: cookieOf(secret, sid, id) };
  });
}

/** All come from one network, which would be limited to a few new accounts in the first hour after midnight UTC. */
const ACCOUNT_AGE_MS = 30 * 86_400_000;

/** The statements that make the cask, the accounts and their sessions; in parts that one request can carry. */
export function stageParts(caskId, stakes, buyers, name = "Launch Butt") {
  const nowMs = Date.now();
  const cask = [
    `INSERT INTO casks (id, name, kind, cask_type, distillery, distillery_information, warehouse, vintage_year, loa_decilitres,
      cost_per_stake_cents, total_stakes, launches_on, closes_on, created_at_ms)
      VALUES ('${caskId}', '${name}', 'whisky', 'butt', 'Glen Test', 'Made for a launch.', 'Bond 1, Leith', 2019, 1234, 50000, ${stakes}, '${day(0)}', '${day(99)}', ${nowMs})`,
    `UPDATE casks SET state = 'published' WHERE id = '${caskId}'`,
  ];
  const people = buyers.flatMap(({ id, idHash, activated }) => [
    `INSERT INTO users (id, email, referral_code, activated_at_ms, full_name, name_on_certificate, created_at_ms)
      VALUES ('${id}', '${id}@example.com', '${id}', ${activated ? nowMs : null}, 'Asha Rao', 'Asha Rao', ${nowMs - ACCOUNT_AGE_MS})`,
    `INSERT INTO sessions (id_hash, user_id, epoch, created_at_ms, expires_at_ms, proved_at_ms)
      VALUES ('${idHash}', '${id}', 0, ${nowMs}, ${nowMs + 86_400_000}, ${nowMs})`,
  ]);
  const parts = [cask];
  for (let from = 0; from < people.length; from += 200) parts.push(people.slice(from, from + 200));
  return parts;
}

/** Opens the offer as a browser does. @returns its signed field, undefined if it offers nothing */
export async function openOffer({ origin }, caskId, { cookie }) {
  const signal = AbortSignal.timeout(LONGEST_ANSWER_MS);
  const page = await fetch(`${origin}/stripe-secure?cask=${caskId}`, { headers: { Cookie: cookie }, signal });
  return /name="claim" value="([^"]+)"/.exec(await page.text())?.[1];
}

const LONGEST_ANSWER_MS = 30_000;
/** Long enough for Workers that were killed to be back. */
const PRESSES_FOR_MS = 60_000;
/** Where nobody says when to come again: a connection that broke, a Worker that was killed. */
const COMES_AGAIN_MS = 1_000;
/** So that those who were told so at the same time do not all come at the same time. */
const COMES_LATER_BY = 0.5;

/**
 * Presses the button, and again if there is no answer or one that asks for it, when that says so. Nobody presses after `lastMs`, by
 * `performance.now()`: whoever has not been served then is 'unserved'.
 * @returns when they pressed first, how long the last answer took and all of it, as how many-th it reached the Workers, and what came of it
 */
export async function press(run, caskId, buyer, claim, lastMs = performance.now() + PRESSES_FOR_MS) {
  const atMs = performance.now();
  let refused = 0;
  for (;;) {
    const pressed = await pressOnce(run, caskId, buyer, claim);
    if (pressed.outcome === "503") refused += 1;
    const told = { id: buyer.id, atMs, refused, ...pressed, inAllMs: performance.now() - atMs };
    if (!isToComeAgain(pressed)) return told;
    const pauseMs = (pressed.comesAgainMs ?? COMES_AGAIN_MS) * (1 + Math.random() * COMES_LATER_BY);
    if (performance.now() + pauseMs > lastMs) return { ...told, outcome: "unserved" };
    await sleep(pauseMs);
  }
}

const isToComeAgain = ({ outcome }) => outcome === "no answer" || outcome === "503";

async function pressOnce({ origin, pressedAt = origin }, caskId, { cookie }, claim) {
  const body = new URLSearchParams({ paymentMode: "Bank", cask: caskId, ...(claim ? { claim } : {}) });
  const startedAtMs = performance.now();
  const tookMs = () => performance.now() - startedAtMs;
  try {
    const answer = await post(`${pressedAt}/stripe-secure`, cookie, String(body));
    const { "retry-after": seconds, "x-arrival": arrival, "x-took": workersMs } = answer.headers;
    const comesAgainMs = seconds === undefined ? undefined : Number(seconds) * 1000;
    const told = { arrival: Number(arrival ?? 0), workersMs: Number(workersMs ?? 0), comesAgainMs };
    return { tookMs: tookMs(), outcome: outcomeOf(answer), ...told };
  } catch {
    return { tookMs: tookMs(), arrival: Infinity, workersMs: 0, outcome: "no answer" };
  }
}

/** Each buyer has a browser, and each browser a connection; Node's own `fetch` takes three times as much of this machine. */
const connections = new Agent({ keepAlive: true });

function post(url, cookie, body) {
  const headers = { Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" };
  const signal = AbortSignal.timeout(LONGEST_ANSWER_MS);
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: "POST", agent: connections, headers, signal }, (answer) => {
      const { statusCode: status, headers: told } = answer;
      answer.on("end", () => resolve({ status, headers: told })).on("error", reject);
      answer.resume();
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

function outcomeOf({ status, headers }) {
  const { location = "" } = headers;
  if (location.startsWith("http://127.0.0.1")) return "held";
  if (location.startsWith("/line")) return "in line";
  // What stands before the Workers says so while they are killed.
  if (status >= 500 && headers["x-arrival"] === undefined) return "no answer";
  return location || String(status);
}

/** Gives the place in line up. */
export async function leaveLine({ origin }, caskId, { cookie }) {
  const body = new URLSearchParams({ cask: caskId, intent: "leave" });
  await fetch(`${origin}/line?cask=${caskId}`, {
    method: "POST",
    headers: { Cookie: cookie },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
  });
}

/** What the page of the line says: 'place 14', 'called', 'over'. */
export async function lookAtPlace({ origin }, caskId, { cookie }) {
  const signal = AbortSignal.timeout(LONGEST_ANSWER_MS);
  const asked = { headers: { Cookie: cookie }, redirect: "manual", signal };
  const answer = await fetch(`${origin}/line?cask=${caskId}`, asked);
  const page = await answer.text();
  const place = /In line, place (\d+)/.exec(page)?.[1];
  if (place) return `place ${place}`;
  return page.includes("It is your turn") ? "called" : answer.status === 200 ? "out" : String(answer.status);
}
