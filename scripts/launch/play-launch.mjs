// A launch on the real Workers, scaled down: who presses when is made up, what they meet is measured.
import { setTimeout as sleep } from "node:timers/promises";
import { askAtDoor } from "../steps/sql-door.mjs";
import { lookAtPlace, makeBuyers, openOffer, press, stageParts } from "./buyers.mjs";

const CASK = "csk_launch";
/** Of those who press, in the first tenth of the time. */
const SHARE_AT_ONCE = 0.55;

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function arrivals(count, withinMs) {
  const early = Math.round(count * SHARE_AT_ONCE);
  const when = (index) => (index < early ? Math.random() * withinMs * 0.1 : withinMs * (0.1 + Math.random() * 0.9));
  return Array.from({ length: count }, (_, index) => when(index)).sort((one, other) => one - other);
}

async function stockOf(run) {
  const [[row]] = await askAtDoor(run, [
    `SELECT sold_stakes + reserved_stakes AS taken, total_stakes AS total,
      (SELECT count(*) FROM reservations WHERE cask_id = casks.id AND state = 'held') AS held FROM casks WHERE id = '${CASK}'`,
  ]);
  return row;
}

/** @param crowd `freeAccounts` press without having paid the fee, `sameAccount` connections press for one account */
export async function playLaunch(run, { buyers: count, stakes, withinMs, freeAccounts = 0, sameAccount = 0 }) {
  const { SESSION_SECRET: secret } = run.secrets;
  const buyers = makeBuyers(count, secret);
  const free = makeBuyers(freeAccounts, secret, { activated: false });
  for (const part of stageParts(CASK, stakes, [...buyers, ...free])) await askAtDoor(run, part);
  const claims = new Map();
  for (let from = 0; from < count; from += 20)
    await Promise.all(
      buyers.slice(from, from + 20).map(async (buyer) => claims.set(buyer.id, await openOffer(run, CASK, buyer))),
    );
  const times = arrivals(count, withinMs);
  const people = buyers.map(async (buyer, index) => {
    await sleep(times[index]);
    return press(run, CASK, buyer, claims.get(buyer.id));
  });
  const bots = [
    ...free.map(async (bot) => (await sleep(Math.random() * withinMs * 0.5), press(run, CASK, bot))),
    ...Array.from({ length: sameAccount }, async () => {
      await sleep(Math.random() * withinMs * 0.5);
      return press(run, CASK, buyers[0], claims.get(buyers[0].id));
    }),
  ];
  const [pressed, crowd] = await Promise.all([Promise.all(people), Promise.all(bots)]);
  return { ...sumUp(pressed, stakes), crowd: countOf(crowd), stock: await stockOf(run), ...(await letGo(run, buyers)) };
}

const countOf = (pressed) => {
  const counts = {};
  for (const { outcome } of pressed) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};

function sumUp(pressed, stakes) {
  const took = pressed.map(({ tookMs }) => tookMs).sort((one, other) => one - other);
  const first = new Set(
    [...pressed]
      .sort((one, other) => one.atMs - other.atMs)
      .slice(0, stakes)
      .map(({ id }) => id),
  );
  const held = pressed.filter(({ outcome }) => outcome === "held");
  const inOrder = held.filter(({ id }) => first.has(id)).length / Math.max(1, held.length);
  return { p50Ms: at(took, 0.5), p99Ms: at(took, 0.99), inOrder, outcomes: countOf(pressed) };
}

/** Three holders let go; who stands first in line is called, and has what they let go. */
async function letGo(run, buyers) {
  const [holders] = await askAtDoor(run, [
    `SELECT id FROM payments WHERE cask_id = '${CASK}' AND state IN ('created', 'open') LIMIT 3`,
  ]);
  const ids = holders.map(({ id }) => `'${id}'`).join(", ");
  await askAtDoor(run, [`UPDATE payments SET state = 'cancelled' WHERE id IN (${ids})`]);
  const called = [];
  for (let looks = 0; looks < 10 && called.length < holders.length; looks++) {
    await sleep(2_000);
    for (const buyer of buyers.slice(0, 200)) {
      if (called.includes(buyer.id) || (await lookAtPlace(run, CASK, buyer)) !== "called") continue;
      const claim = await openOffer(run, CASK, buyer);
      const { outcome } = await press(run, CASK, buyer, claim);
      if (outcome === "held") called.push(buyer.id);
    }
  }
  return { letGo: holders.length, soldToTheLine: called.length, stockAfter: await stockOf(run) };
}
