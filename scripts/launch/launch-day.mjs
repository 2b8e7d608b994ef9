// A launch day as a queue: buyers come within a minute, and everything that reads or writes goes through one database, one thing at a
// time. Pure and seeded: the same options give the same day. Times in ms.

/** mulberry32 */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One server after the other's work, in order of arrival. */
class Queue {
  busyUntilMs = 0;
  workedMs = 0;
  longestWaitMs = 0;

  /** @returns when it is done, or null if too many wait already */
  take(nowMs, workMs, longestMs = Infinity) {
    const startMs = Math.max(nowMs, this.busyUntilMs);
    if (startMs - nowMs > longestMs) return null;
    this.longestWaitMs = Math.max(this.longestWaitMs, startMs - nowMs);
    this.busyUntilMs = startMs + workMs;
    this.workedMs += workMs;
    return this.busyUntilMs;
  }
}

class Agenda {
  #heap = [];
  #serial = 0;

  add(atMs, run) {
    const heap = this.#heap;
    heap.push({ atMs, order: (this.#serial += 1), run });
    for (let at = heap.length - 1; at > 0;) {
      const up = (at - 1) >> 1;
      if (!isBefore(heap[at], heap[up])) break;
      [heap[at], heap[up]] = [heap[up], heap[at]];
      at = up;
    }
  }

  next() {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < heap.length && isBefore(heap[left], heap[least])) least = left;
      if (right < heap.length && isBefore(heap[right], heap[least])) least = right;
      if (least === at) return first;
      [heap[at], heap[least]] = [heap[least], heap[at]];
      at = least;
    }
  }
}

const isBefore = (one, other) => one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);

export const DEFAULTS = {
  seed: 1,
  buyers: 10_000,
  stakes: 500,
  withinMs: 60_000,
  /** What the database is busy with: one page; one start of a purchase, the provider's session included; one webhook and settlement. */
  pageMs: 0.75,
  startMs: 2.25,
  settleMs: 4.5,
  /**
   * Assumed: the database refuses what would wait longer. A buyer who is told so retries after the time the answer says, this many times.
   */
  refusesAfterMs: 10_000,
  tries: 4,
  comesAgainMs: 30_000,
  holdMs: 35 * 60_000,
  /** Of those with a hold, who pays; the others let it run out. */
  pays: 0.85,
};

/**
 * `one-database`: as it is. `object-per-cask`: a Durable Object gives out reservations from memory, and only buyers who have one reach the
 * database. `ledger-apart`: that, and settlement writes to a database of its own.
 */
export const WAYS = ["one-database", "object-per-cask", "ledger-apart"];

const OBJECT_MS = 0.2;

/** @returns how each buyer fared, and what waited how long */
export function launchDay(way, options = {}) {
  const given = { ...DEFAULTS, ...options };
  const chance = random(given.seed);
  const [database, object, ledger] = [new Queue(), new Queue(), new Queue()];
  const agenda = new Agenda();
  let [free, sold, left] = [given.stakes, 0, given.buyers];
  const buyers = Array.from({ length: given.buyers }, (_, id) => {
    // Half of them in the first tenth of the time, the others at any time.
    const comesMs = chance() * given.withinMs * (chance() < 0.5 ? 0.1 : 1);
    const thinksMs = 2_000 + chance() * 18_000;
    return { id, comesMs, thinksMs, waitedMs: 0, tries: 0, end: null };
  });
  const finish = (buyer, end) => {
    if (buyer.end !== null) throw new Error(`buyer ${buyer.id} ends twice`);
    buyer.end = end;
    left -= 1;
  };

  const reserve = (buyer, nowMs) => {
    const doneMs =
      way === "one-database"
        ? database.take(nowMs, given.startMs, given.refusesAfterMs)
        : object.take(nowMs, OBJECT_MS, given.refusesAfterMs);
    if (doneMs === null) return comeAgain(buyer, nowMs, reserve);
    agenda.add(doneMs, () => {
      if (free === 0) {
        buyer.waitedMs += doneMs - nowMs;
        return finish(buyer, "sold-out");
      }
      free -= 1;
      // Behind an object only those who hold a stake are written down.
      const writtenMs = way === "one-database" ? doneMs : database.take(doneMs, given.startMs);
      buyer.waitedMs += writtenMs - nowMs;
      if (chance() < given.pays) agenda.add(writtenMs + 20_000 + chance() * 160_000, (paidMs) => settle(buyer, paidMs));
      else
        agenda.add(writtenMs + given.holdMs, () => {
          free += 1;
          finish(buyer, "left");
        });
    });
  };
  const settle = (buyer, nowMs) => {
    const doneMs = (way === "ledger-apart" ? ledger : database).take(nowMs, given.settleMs);
    agenda.add(doneMs, () => {
      sold += 1;
      finish(buyer, "bought");
    });
  };
  const look = (buyer, nowMs) => {
    const doneMs = database.take(nowMs, given.pageMs, given.refusesAfterMs);
    if (doneMs === null) return comeAgain(buyer, nowMs, look);
    buyer.waitedMs += doneMs - nowMs;
    agenda.add(doneMs + buyer.thinksMs, (atMs) => reserve(buyer, atMs));
  };
  const comeAgain = (buyer, nowMs, what) => {
    buyer.tries += 1;
    if (buyer.tries >= given.tries) return finish(buyer, "turned-away");
    buyer.waitedMs += given.comesAgainMs;
    agenda.add(nowMs + given.comesAgainMs, (atMs) => what(buyer, atMs));
  };

  for (const buyer of buyers) agenda.add(buyer.comesMs, (atMs) => look(buyer, atMs));
  while (left > 0) {
    const { atMs, run } = agenda.next();
    run(atMs);
  }
  return { way, buyers, sold, database, object, ledger };
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** What the day was like: how many fared how, how long they waited, and how fair it was. */
export function sumUp({ way, buyers, sold, database }) {
  const count = (end) => buyers.filter((buyer) => buyer.end === end).length;
  const waits = buyers.map(({ waitedMs }) => waitedMs).sort((one, other) => one - other);
  const pressesMs = ({ comesMs, thinksMs }) => comesMs + thinksMs;
  const inTurn = [...buyers].sort((one, other) => pressesMs(one) - pressesMs(other));
  const held = inTurn.map(({ end }) => end === "bought" || end === "left");
  const holders = held.filter(Boolean).length;
  return {
    way,
    sold,
    soldOut: count("sold-out"),
    left: count("left"),
    turnedAway: count("turned-away"),
    waitedP50Ms: at(waits, 0.5),
    waitedP99Ms: at(waits, 0.99),
    longestQueueMs: database.longestWaitMs,
    /** Of those who held a stake, the share who would also have got one if no one had had to wait. */
    inOrder: holders === 0 ? 1 : held.slice(0, holders).filter(Boolean).length / holders,
  };
}
