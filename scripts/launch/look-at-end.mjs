// What must be true after a launch that was played, and what becomes of stakes that are let go.
import { setTimeout as sleep } from "node:timers/promises";
import { askAtDoor } from "../steps/sql-door.mjs";
import { lookAtPlace, openOffer, press } from "./buyers.mjs";

const LOOKS_AT_ONCE = 10;
const LETS_GO = 3;
const CALLED_WITHIN_MS = 30_000;

export async function stockOf(run, caskId) {
  const [[row]] = await askAtDoor(run, [
    `SELECT sold_stakes AS sold, reserved_stakes AS reserved, total_stakes AS total,
      (SELECT count(*) FROM reservations WHERE cask_id = casks.id AND state = 'held') AS held FROM casks WHERE id = '${caskId}'`,
  ]);
  return row;
}

async function holdersOf(run, caskId) {
  const [rows] = await askAtDoor(run, [
    `SELECT user_id AS id FROM payments WHERE cask_id = '${caskId}' AND state IN ('created', 'open', 'settled')`,
  ]);
  return rows.map(({ id }) => id);
}

/** @returns what is oversold, lost or untrue, in words */
export async function lookAtEnd(run, caskId, buyers, pressed) {
  const stock = await stockOf(run, caskId);
  const holders = await holdersOf(run, caskId);
  const problems = [];
  if (stock.sold + stock.reserved > stock.total) problems.push(`oversold: ${JSON.stringify(stock)}`);
  if (stock.held !== stock.reserved) problems.push(`held is not reserved: ${JSON.stringify(stock)}`);
  if (new Set(holders).size !== holders.length) problems.push("one account holds two stakes");
  const has = new Set(holders);
  const unserved = pressed.filter(({ outcome }) => outcome === "unserved").length;
  if (unserved > 0) problems.push(`${unserved} of ${pressed.length} buyers pressed to the end and were left unserved`);
  for (const { id, outcome } of pressed) {
    if (outcome === "held" && !has.has(id)) problems.push(`${id} was told 'held' and is not`);
    const isToldWell = ["held", "in line", "unserved"].includes(outcome);
    if (!isToldWell) problems.push(`${id} was told ${outcome}`);
  }
  const inLine = new Set(pressed.filter(({ outcome }) => outcome === "in line").map(({ id }) => id));
  const left = buyers.filter(({ id }) => inLine.has(id));
  const lookAtSome = async () => {
    for (let buyer = left.shift(); buyer; buyer = left.shift()) {
      const place = await lookAtPlace(run, caskId, buyer).catch((error) => String(error));
      if (!/^place|^called/.test(place)) problems.push(`${buyer.id} was told 'in line' and is '${place}'`);
    }
  };
  await Promise.all(Array.from({ length: LOOKS_AT_ONCE }, lookAtSome));
  return problems;
}

/** A few holders let go; who stands first in line is called, and has what they let go. */
export async function letGo(run, caskId, buyers) {
  const [holders] = await askAtDoor(run, [
    `SELECT id FROM payments WHERE cask_id = '${caskId}' AND state IN ('created', 'open') LIMIT ${LETS_GO}`,
  ]);
  const ids = holders.map(({ id }) => `'${id}'`).join(", ");
  await askAtDoor(run, [`UPDATE payments SET state = 'cancelled' WHERE id IN (${ids})`]);
  const before = await calledOf(run);
  const bought = new Set();
  for (const endsMs = Date.now() + CALLED_WITHIN_MS; bought.size < holders.length && Date.now() < endsMs;) {
    await sleep(1_000);
    for (const id of await calledOf(run)) {
      const buyer = buyers.find((one) => one.id === id);
      if (before.includes(id) || bought.has(id) || !buyer) continue;
      const { outcome } = await press(run, caskId, buyer, await openOffer(run, caskId, buyer));
      if (outcome === "held") bought.add(id);
    }
  }
  const stockAfter = await stockOf(run, caskId);
  const problems = bought.size < holders.length ? [`${bought.size} of ${holders.length} were sold to the line`] : [];
  if (stockAfter.held !== stockAfter.reserved) problems.push(`held is not reserved: ${JSON.stringify(stockAfter)}`);
  return { letGo: holders.length, soldToTheLine: bought.size, stockAfter, problems };
}

/** Whom the desk wrote to that it is their turn. */
async function calledOf(run) {
  const [rows] = await askAtDoor(run, ["SELECT subject_id AS subject FROM outbox WHERE notice = 'line-called'"]);
  return rows.map(({ subject }) => subject.split(":").at(-2));
}
