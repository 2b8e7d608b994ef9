import { describe, expect, inject, it } from "vitest";
import { LOOK_MS, type Place } from "~/areas/buying/desk/desk-terms";
import { drawOrder } from "~/domain/first-minute";
import { sha256 } from "~/server/sha256";
import { effort } from "../../../support/effort";
import { Random } from "../../../sim/random";
import { inAWord, openDesk, ticketOf } from "./stand-in-desk";

// Whatever people do, whatever fails and however often the desk loses its memory: what must be true of a line is looked at after each step.

type Open = ReturnType<typeof openDesk>;
type Step = (open: Open, random: Random, users: string[]) => unknown;

const holder = ({ cask }: Open, random: Random) => random.pick([...cask.held.keys(), "nobody"]);

const STEPS: Record<string, Step> = {
  press: (open, random, users) => open.ask(random.pick(users)),
  "press otherwise": (open, random, users) => open.ask(random.pick(users), { mode: "Crypto" }),
  "press together": (open, random, users) =>
    Promise.all(Array.from({ length: random.between(2, 30) }, () => open.ask(random.pick(users)))),
  wait: (open, random) => open.later(random.between(100, 4_000)),
  "wait long": (open, random) => open.later(random.between(10_000, 200_000)),
  tick: (open) => open.at.desk.tick(),
  // Not within the second in which the same question has the same answer.
  "let go": (open, random) => (open.later(1_001), open.cask.held.delete(holder(open, random))),
  pay: (open, random) => {
    open.later(1_001);
    if (open.cask.held.delete(holder(open, random))) open.cask.sold += 1;
  },
  leave: (open, random, users) => open.at.desk.leave(random.pick(users)),
  forget: (open) => open.again(),
  "lose an answer": (open) => void (open.cask.fault = "lost"),
  fail: (open) => void (open.cask.fault = "failed"),
  overload: (open) => void (open.cask.fault = "overloaded"),
  "fail to look": (open) => void (open.cask.lookFails = true),
  "look again": (open) => void (open.cask.lookFails = false),
};

/** Presses, and holds what each was told against what the cask knows. */
function watched(open: Open, said: string[]) {
  const { ask } = open;
  open.ask = async (user, more) => {
    const answer = await ask(user, more);
    const word = inAWord(answer);
    said.push(`${user} ${word}`);
    if (word === "held") expect(open.cask.held.has(user), `${user} was told 'held'`).toBe(true);
    if (word.startsWith("place")) expect(open.cask.held.has(user), `${user} holds, and was told to wait`).toBe(false);
    return answer;
  };
}

async function rush(seed: number) {
  const random = new Random(seed);
  const open = openDesk(random.between(1, 12), { seed: random.chance(0.3) ? sha256(String(seed)) : null });
  const users = Array.from({ length: random.between(3, 60) }, (_, at) => `u${at}`);
  const said: string[] = [];
  watched(open, said);
  const places = new Map<string, { number: number; rank: number }>();
  const gathered = { upTo: 0, isDrawn: false };
  for (let steps = 0; steps < 80; steps++) {
    const step = random.pick(Object.keys(STEPS));
    said.push(`- ${step}`);
    await STEPS[step]?.(open, random, users);
    try {
      lookAt(open, users, places, gathered);
    } catch (error) {
      throw new Error(`seed ${seed}:\n${said.slice(-30).join("\n")}`, { cause: error });
    }
  }
}

function lookAt(
  { cask, places: { rows }, at, clock }: Open,
  users: string[],
  before: Map<string, { number: number; rank: number }>,
  gathered: { upTo: number; isDrawn: boolean },
) {
  expect(cask.held.size + cask.sold, "oversold").toBeLessThanOrEqual(cask.total);
  lookAtDraw(cask, [...rows.values()], gathered);
  const inLine = [...rows.values()].filter(({ state }) => state === "waiting" || state === "called");
  const firstWaiting = Math.min(...inLine.filter(({ state }) => state === "waiting").map(({ number }) => number));
  for (const { state, number } of inLine)
    if (state === "called") expect(number, "called before an earlier place").toBeLessThan(firstWaiting);
  for (const user of users) {
    const now = at.desk.place(user);
    const was = before.get(user);
    const number = rows.get(user)?.number ?? 0;
    if (now.is !== "in-line") continue;
    if (was?.number === number) expect(now.place, `${user} moved back`).toBeLessThanOrEqual(was.rank);
    before.set(user, { number, rank: now.place });
  }
  expect(clock.nowMs).toBeGreaterThan(0);
}

/** Nobody is served before the draw; their places are then in its order, which is the one that the seed gives. */
function lookAtDraw({ seed, drawn, held }: Open["cask"], rows: Place[], gathered: { upTo: number; isDrawn: boolean }) {
  if (seed === null) return;
  const called = rows.filter(({ state }) => state === "called");
  for (const { number, state } of rows) if (state === "gathered") gathered.upTo = Math.max(gathered.upTo, number);
  if (rows.some(({ state }) => state === "gathered"))
    expect([held.size, called.length], "served before the draw").toEqual([0, 0]);
  if (drawn === null) return;
  if (!gathered.isDrawn) expect(drawn, "not the order of the seed").toEqual(drawOrder(seed, drawn, sha256));
  gathered.isDrawn = true;
  const ofDraw = rows.filter(({ number, state }) => number <= gathered.upTo && state !== "gathered");
  const places = ofDraw.toSorted((one, other) => one.number - other.number).map(({ userId }) => ticketOf(userId));
  const known = places.filter((ticket) => drawn.includes(ticket));
  expect(known, "not in the order of the draw").toEqual(drawn.filter((ticket) => known.includes(ticket)));
}

/** Everything that comes back is sold to the line, as long as somebody in it wants it. */
async function comesToAnEnd(seed: number) {
  const random = new Random(seed);
  const open = openDesk(random.between(1, 8));
  const users = Array.from({ length: 40 }, (_, at) => `u${at}`);
  await Promise.all(users.map((user) => open.ask(user)));
  for (let rounds = 0; rounds < 400 && open.cask.sold < open.cask.total; rounds++) {
    open.later(LOOK_MS);
    await open.at.desk.tick();
    for (const user of users) if (open.at.desk.place(user).is === "called") await open.ask(user);
    const user = holder(open, random);
    if (open.cask.held.delete(user) && random.between(0, 2) === 0) open.cask.sold += 1;
  }
  expect(open.cask.sold, `seed ${seed}`).toBe(open.cask.total);
}

const seeds = Array.from({ length: effort(150, 5_000) }, (_, at) => inject("seed") * 10_000 + at);

describe("any rush", () => {
  it("oversells nothing, keeps the order, and tells nobody 'held' who is not, nor a holder to wait", async () => {
    for (const seed of seeds) await rush(seed);
  });

  it("ends with all sold to the line, if people in it want what comes back", async () => {
    for (const seed of seeds.slice(0, 50)) await comesToAnEnd(seed);
  });
});
