import { Desk } from "~/areas/buying/desk/desk";
import { type Claim, type DeskPorts, LOOK_MS, type Over } from "~/areas/buying/desk/desk-terms";
import type { SessionClaim } from "~/core/session/access";
import { drawOrder, isFirstMinute, ticketOf as ticketIn } from "~/domain/first-minute";
import { sha256 } from "~/server/sha256";
import { Line } from "~/areas/buying/desk/line";
import type { StartAnswer } from "~/areas/buying/desk/start-together";
import { keptPlaces } from "../../../support/kept-places";

type Fault = "overloaded" | "failed" | "lost";

/** A cask in memory: what the database would decide, a trip at a time, and whatever is to go wrong next. */
class StandInCask {
  readonly held = new Map<string, number>();
  sold = 0;
  over: Over | null = null;
  isStopped = false;
  mostOfNetwork: number | null = null;
  /** Of a cask whose places are drawn, in the first minute of its day. */
  seed: string | null = null;
  drawn: string[] | null = null;
  drawFails = false;
  trips = 0;
  /** Starts that were asked of it, in order. */
  readonly asked: string[] = [];
  readonly told: string[] = [];
  /** Whose sessions were confirmed, a trip at a time. */
  readonly confirmed: string[][] = [];
  readonly endedSessionsOf = new Set<string>();
  fault: Fault | null = null;
  lookFails = false;
  tellFails = false;
  /** How long a trip takes. */
  pause: () => Promise<void> = () => Promise.resolve();

  constructor(
    public total: number,
    readonly clock: { nowMs: number },
  ) {}

  get free() {
    return this.total - this.sold - this.held.size;
  }

  start = async (claims: readonly Claim[], nowMs: number): Promise<StartAnswer[]> => {
    this.trips += 1;
    const { fault } = this;
    this.fault = null;
    if (fault === "overloaded" || fault === "failed") return claims.map(() => ({ ok: false, code: fault }));
    await this.pause();
    const answers = claims.map((claim) => this.#startOne(claim, nowMs));
    return fault === "lost" ? claims.map(() => ({ ok: false, code: "failed" })) : answers;
  };

  look = async () => {
    this.trips += 1;
    await this.pause();
    if (this.lookFails) throw new Error("no answer");
    const holders = [...this.held].map(([userId, untilMs]) => ({ userId, untilMs }));
    return { over: this.over, isStopped: this.isStopped, mostOfNetwork: this.mostOfNetwork, free: this.free, holders };
  };

  ended = async (sessions: readonly SessionClaim[]) => {
    this.confirmed.push(sessions.map(({ userId }) => userId));
    if (this.lookFails) throw new Error("no answer");
    return sessions.flatMap(({ idHash, userId }) => (this.endedSessionsOf.has(userId) ? [idHash] : []));
  };

  draw = async (tickets: readonly string[]): Promise<string[]> => {
    this.trips += 2;
    if (this.drawFails) throw new Error("no answer");
    this.drawn ??= drawOrder(this.seed ?? "", tickets, sha256);
    await this.pause();
    if (this.fault !== "lost") return this.drawn;
    this.fault = null;
    throw new Error("the answer is lost");
  };

  #isGathering = (nowMs: number) => this.seed !== null && this.drawn === null && isFirstMinute(nowMs);

  #startOne({ session: { userId }, onlyHeld }: Claim, nowMs: number): StartAnswer {
    this.asked.push(userId);
    for (const [holder, untilMs] of this.held) if (untilMs <= nowMs) this.held.delete(holder);
    const viewer = { id: userId, createdAtMs: 0 };
    const isOffered = !this.over && !this.isStopped && !this.#isGathering(nowMs);
    if (!this.held.has(userId) && !onlyHeld && this.free > 0 && isOffered) this.held.set(userId, nowMs + 2_100_000);
    const untilMs = this.held.get(userId);
    const isGathering = this.#isGathering(nowMs);
    const waits = isGathering ? "places-are-drawn" : this.isStopped ? "sales-stopped" : "held-by-others";
    const refused = this.over === "sold-out" || this.over === "closed" ? this.over : waits;
    const started = untilMs ? { ok: true, payment: { expiresAtMs: untilMs } } : { ok: false, code: refused };
    return { ok: true, viewer, nowMs, started } as unknown as StartAnswer;
  }
}

/** A desk on a stand-in; `again` is the same desk after its memory is lost. */
export function openDesk(total: number, { seed = null as string | null } = {}) {
  // A cask whose places are drawn has just opened.
  const clock = { nowMs: seed === null ? 1_800_000_000_000 : Date.parse("2027-01-15") };
  const cask = new StandInCask(total, clock);
  cask.seed = seed;
  const places = keptPlaces();
  const ports: DeskPorts = {
    nowMs: () => clock.nowMs,
    wait: (ms) => Promise.resolve(void (clock.nowMs += ms)),
    start: cask.start,
    look: cask.look,
    ended: cask.ended,
    ticketOf,
    draw: cask.draw,
    tell: async (to) => {
      if (cask.tellFails) throw new Error("no answer");
      cask.told.push(...to.map(({ userId, state }) => `${userId} ${state}`));
    },
    log: () => undefined,
  };
  const wake = () => new Desk(ports, new Line(places));
  const at = { desk: wake() };
  const again = () => void (at.desk = wake());
  const ask = (userId: string, more: Partial<Claim> = {}) => at.desk.ask(claimBy(userId, more));
  const later = (ms: number) => void (clock.nowMs += ms);
  return { clock, cask, places, at, again, ask, later };
}

export const ticketOf = (userId: string) => ticketIn("csk", userId, sha256);

let arrivals = 0;

const claimBy = (userId: string, more: Partial<Claim> = {}): Claim => ({
  session: { idHash: `session of ${userId}`, userId },
  paymentId: `pay_${userId}`,
  auditId: `aud_${userId}`,
  caskId: "csk",
  mode: "Bank",
  activated: true,
  isNew: false,
  reachedAtMs: (arrivals += 1),
  ...more,
});

/** An answer in a word. */
export function inAWord(answer: Awaited<ReturnType<Desk["ask"]>>): string {
  if (answer.is === "in-line") return `place ${answer.place}`;
  if (answer.is !== "asked") return answer.is === "over" ? answer.why : answer.is;
  return answer.started.ok ? "held" : answer.started.code;
}

export const names = (count: number, from = 1) => Array.from({ length: count }, (_, at) => `u${from + at}`);
export type Open = ReturnType<typeof openDesk>;

export const askAll = async ({ ask }: Open, users: string[]) =>
  (await Promise.all(users.map((user) => ask(user)))).map(inAWord);

/** All stakes held by the first, and a line of so many behind them. */
export async function withLine(total: number, waiting: number): Promise<Open> {
  const open = openDesk(total);
  await askAll(open, names(total + waiting));
  open.later(2_000);
  // The look that finds out who holds one.
  await open.at.desk.tick();
  return open;
}

/** What the timer of the object does. */
export async function tick({ at, later }: Open) {
  later(LOOK_MS);
  await at.desk.tick();
}
