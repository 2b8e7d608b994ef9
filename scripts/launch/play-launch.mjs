// A launch on the real Workers, scaled down: who presses when is made up, what they meet is measured.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { askAtDoor, keepSessions } from "../steps/sql-door.mjs";
import { makeBuyers, openOffer, press, stageParts } from "./buyers.mjs";
import { letGo, lookAtEnd, stockOf } from "./look-at-end.mjs";

const CASK = "csk_launch";
/** Of those who press, in the first tenth of the time. */
const SHARE_AT_ONCE = 0.55;
const PAGES_AT_ONCE = 20;
/** From when the Workers answer again to when they are killed again. */
const UP_MS = 1_500;
/** Whoever is not served this long after the last has come is left: the run ends, and says how many there were. */
const LAST_AFTER_MS = 300_000;

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function arrivals(count, withinMs) {
  const early = Math.round(count * SHARE_AT_ONCE);
  const when = (index) => (index < early ? Math.random() * withinMs * 0.1 : withinMs * (0.1 + Math.random() * 0.9));
  return Array.from({ length: count }, (_, index) => when(index)).sort((one, other) => one - other);
}

/** The pages of the offer, which buyers have open when they press. */
async function openOffers(run, buyers) {
  const claims = new Map();
  const left = [...buyers];
  const open = async () => {
    for (let buyer = left.shift(); buyer; buyer = left.shift()) claims.set(buyer.id, await openOffer(run, CASK, buyer));
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, open));
  return claims;
}

/** @param harm `freeAccounts` press without having paid the fee, `sameAccount` connections press for one account, `kills` of all Workers */
export async function playLaunch(
  run,
  { buyers: count, stakes, withinMs, freeAccounts = 0, sameAccount = 0, kills = 0 },
) {
  const { SESSION_SECRET: secret } = run.secrets;
  const buyers = makeBuyers(count, secret);
  const free = makeBuyers(freeAccounts, secret, { activated: false });
  for (const part of stageParts(CASK, stakes, [...buyers, ...free])) await askAtDoor(run, part);
  await keepSessions(
    run,
    [...buyers, ...free].map(({ id, idHash }) => ({ idHash, userId: id })),
  );
  const claims = await openOffers(run, buyers);
  const times = arrivals(count, withinMs);
  const lastMs = performance.now() + withinMs + LAST_AFTER_MS;
  const people = buyers.map(async (buyer, index) => {
    await sleep(times[index]);
    return press(run, CASK, buyer, claims.get(buyer.id), lastMs);
  });
  const sometime = () => sleep(Math.random() * withinMs * 0.5);
  const bots = [
    ...free.map(async (bot) => (await sometime(), press(run, CASK, bot, undefined, lastMs))),
    ...Array.from({ length: sameAccount }, async () => {
      await sometime();
      return press(run, CASK, buyers[0], claims.get(buyers[0].id), lastMs);
    }),
  ];
  const killing = killAll(run, kills);
  const lag = monitorEventLoopDelay();
  lag.enable();
  const [pressed, crowd] = await Promise.all([Promise.all(people), Promise.all(bots)]);
  await killing;
  /** How late this process was itself, which a wait is longer by. */
  const ownLagP99Ms = Math.round(lag.percentile(99) / 1e6);
  const played = { ...sumUp(pressed, stakes), ownLagP99Ms, crowd: countOf(crowd), stock: await stockOf(run, CASK) };
  const problems = await lookAtEnd(run, CASK, buyers, pressed);
  const ended = await letGo(run, CASK, buyers);
  return { ...played, ...ended, problems: [...problems, ...ended.problems] };
}

async function killAll(run, kills) {
  for (let killed = 0; killed < kills; killed++) {
    await sleep(UP_MS);
    await run.restart();
  }
}

function countOf(pressed) {
  const counts = {};
  for (const { outcome } of pressed) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

function sumUp(pressed, stakes) {
  const sorted = (times) => times.sort((one, other) => one - other);
  const took = sorted(pressed.map(({ tookMs }) => tookMs));
  const inWorkers = sorted(pressed.map(({ workersMs }) => workersMs));
  const inAll = sorted(pressed.map(({ inAllMs }) => inAllMs));
  const held = pressed.filter(({ outcome }) => outcome === "held");
  /** Of those who hold a stake, the share who came among so many. */
  const inOrder = (cameAt) => {
    const inTurn = [...pressed].sort((one, other) => cameAt(one) - cameAt(other)).slice(0, stakes);
    const first = new Set(inTurn.map(({ id }) => id));
    return held.filter(({ id }) => first.has(id)).length / Math.max(1, held.length);
  };
  return {
    p50Ms: Math.round(at(took, 0.5)),
    p99Ms: Math.round(at(took, 0.99)),
    /** Of that, from when a request reached the Workers to their answer. */
    workersP50Ms: at(inWorkers, 0.5),
    workersP99Ms: at(inWorkers, 0.99),
    /** From the first press to the last answer, with the pauses that were asked for. */
    inAllP50Ms: Math.round(at(inAll, 0.5)),
    inAllP99Ms: Math.round(at(inAll, 0.99)),
    inOrderOfArrival: inOrder(({ arrival }) => arrival),
    inOrderOfPressing: inOrder(({ atMs }) => atMs),
    refused: pressed.reduce((sum, { refused }) => sum + refused, 0),
    outcomes: countOf(pressed),
  };
}
