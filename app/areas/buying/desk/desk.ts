import { isNewAccount } from "~/domain/first-hour";
import type { SessionClaim } from "~/core/session/access";
import { Lookers } from "~/core/session/lookers";
import { type Claim, type DeskAnswer, type DeskPorts, LOOK_MS, type Over, OVER_BY_REFUSAL, WAITS } from "./desk-terms";
import type { DeskTally, Looked, PlaceNow } from "./desk-terms";
import { Gathering } from "./gathering";
import type { Line } from "./line";
import { NetworkPlaces } from "./network-places";
import { SameQuestions } from "./same-question";
import type { StartAnswer } from "./start-together";

// The desk of one cask. It gives out no stakes: the database decides each hold, and the desk sees to the order in which it is asked, asks
// for several at once, and does not ask when there is nothing to be had. One round trip is under way at a time, so that what a look
// found is still so when it is acted upon. What is lost with its memory costs one look.

/** In one batch: ten cost the database about three times as much as one. */
const MOST_AT_ONCE = 10;
/** More do not wait for an answer: they are told to come again. */
const MOST_WAITING = 3_000;
const MOST_OF_ONE_PERSON = 5;
/** After the database refused for having too much to do. */
const REST_MS = 1_000;
const MOST_TOLD_AT_ONCE = 100;
/** At each tick: 12,000 a minute. */
const MOST_CONFIRMED_AT_ONCE = 1_000;
const ENDED_PLACES_MS = 2 * 86_400_000;

type Waiting = { claim: Claim; answer: DeskAnswer | null };

export class Desk {
  #queue: Waiting[] = [];
  #trip: Promise<void> | null = null;
  /** Who has a hold, and until when. */
  #holders = new Map<string, number>();
  /** Nobody else has one but by a way around the desk. */
  #knowsHolders = false;
  #over: { why: Over; untilMs: number } | null = null;
  /** An operator has stopped the sale. */
  #isStopped = false;
  #lookedAtMs = -Infinity;
  #restsUntilMs = -Infinity;
  readonly #questions = new SameQuestions(() => this.ports.nowMs());
  readonly #lookers = new Lookers();
  readonly #networks: NetworkPlaces;
  readonly #gathering: Gathering;
  #mostOfNetwork: number | null = null;
  readonly #count: { sinceMs: number; claims: number; asked: number };

  constructor(
    private readonly ports: DeskPorts,
    private readonly line: Line,
  ) {
    this.#networks = new NetworkPlaces(line);
    this.#gathering = new Gathering(ports, line);
    this.#count = { sinceMs: ports.nowMs(), claims: 0, asked: 0 };
  }

  get tally(): DeskTally {
    const { line } = this;
    return { ...this.#count, gathered: line.gathered.length, inLine: line.length, called: line.called };
  }

  /** There is something to do although nobody asks. */
  get isWatching(): boolean {
    const { line } = this;
    return (
      line.length > 0 ||
      this.#gathering.isOpen ||
      this.#queue.length > 0 ||
      line.untold(1).length > 0 ||
      this.#lookers.areDue
    );
  }

  ask(claim: Claim): Promise<DeskAnswer> {
    return this.#questions.answer(claim, () => this.#answer(claim, this.ports.nowMs()));
  }

  /** What a session is shown that asks again and again: it may have ended a minute ago. */
  look(session: SessionClaim): Looked {
    const now = this.place(session.userId);
    // Whoever has no place is told nothing here, and the database is asked by the page.
    if (now.is !== "none" && this.#lookers.hasEnded(session, this.ports.nowMs())) return { is: "session-ended" };
    return now;
  }

  place(userId: string): PlaceNow {
    const nowMs = this.ports.nowMs();
    const now = this.line.now(userId, nowMs);
    const over = this.#overAt(nowMs);
    if (now.is === "none" && over) return { is: "over", why: over };
    if (now.is === "gathered") return this.#gathering.of(userId);
    return now.is === "in-line" && this.#isStopped ? { ...now, paused: true } : now;
  }

  leave(userId: string): void {
    if (this.line.has(userId)) this.line.leave(userId);
  }

  /** What is due without anybody asking. */
  async tick(): Promise<void> {
    const nowMs = this.ports.nowMs();
    this.#questions.forget();
    this.line.forget(nowMs - ENDED_PLACES_MS);
    await this.#carryOn();
    await this.#confirmLookers();
  }

  async #confirmLookers(): Promise<void> {
    const nowMs = this.ports.nowMs();
    this.#lookers.forget(nowMs);
    const sessions = this.#lookers.due(MOST_CONFIRMED_AT_ONCE);
    if (sessions.length === 0) return;
    try {
      this.#lookers.confirmed(sessions, await this.ports.ended(sessions, nowMs), nowMs);
    } catch (error) {
      // The next tick tries again.
      this.ports.log("desk-confirm-failed", { count: sessions.length, error: String(error) });
    }
  }

  async #answer(claim: Claim, nowMs: number): Promise<DeskAnswer> {
    const isWanted = this.#queue.length > 0 || this.#trip !== null || this.line.length > 0 || this.#gathering.isOpen;
    const isBusy = isWanted || this.#overAt(nowMs) !== null;
    if (isBusy && claim.activated === null) return { is: "unknown-account" };
    this.#count.claims += 1;
    if (isBusy && !claim.activated) return { is: "not-activated" };
    const known = this.#fromMemory(claim, nowMs);
    if (known) return known;
    const own = this.#queue.filter((one) => one.claim.session.userId === claim.session.userId).length;
    if (this.#queue.length >= MOST_WAITING || own >= MOST_OF_ONE_PERSON) return { is: "busy" };
    const waiting: Waiting = { claim, answer: null };
    this.#stand(waiting);
    // Whoever waits takes the work up, so that none of it hangs on the call that began it.
    while (waiting.answer === null) await this.#carryOn();
    return waiting.answer;
  }

  /** Where they would have been if each claim had taken as long from the app to here. */
  #stand(waiting: Waiting): void {
    let at = this.#queue.length;
    while (at > 0 && (this.#queue[at - 1]?.claim.reachedAtMs ?? 0) > waiting.claim.reachedAtMs) at -= 1;
    this.#queue.splice(at, 0, waiting);
  }

  /** null: only the database can say. */
  #fromMemory(claim: Claim, nowMs: number): DeskAnswer | null {
    const { userId } = claim.session;
    if (nowMs < (this.#holders.get(userId) ?? -Infinity) || this.line.isCalled(userId, nowMs)) return null;
    const why = this.#overAt(nowMs);
    if (why) return { is: "over", why };
    const hasPlace = this.#gathering.isOpen ? this.#gathering.takes(claim) : this.line.length > 0;
    return hasPlace && this.#knowsHolders ? this.#join(claim, nowMs) : null;
  }

  #join(claim: Claim, nowMs: number): DeskAnswer {
    const untilMs = this.#networks.fullUntil(claim, this.#mostOfNetwork, nowMs);
    if (untilMs !== null) return { is: "network-full", untilMs };
    const { userId } = claim.session;
    if (this.#gathering.takes(claim)) return this.#gathering.take(userId, nowMs);
    return { is: "in-line", place: this.line.join(userId, nowMs) };
  }

  #overAt(nowMs: number): Over | null {
    return this.#over && nowMs < this.#over.untilMs ? this.#over.why : null;
  }

  #carryOn(): Promise<void> {
    this.#trip ??= this.#next().finally(() => (this.#trip = null));
    return this.#trip;
  }

  /** One round trip at most, but for what is written to people. */
  async #next(): Promise<void> {
    const beforeMs = this.ports.nowMs();
    const restMs = Math.max(this.#restsUntilMs - beforeMs, this.#gathering.waitMs(beforeMs));
    if (restMs > 0) await this.ports.wait(restMs);
    const nowMs = this.ports.nowMs();
    if (this.#gathering.isOver(nowMs)) return this.#draw(nowMs);
    const isDue = !this.#knowsHolders || nowMs - this.#lookedAtMs >= LOOK_MS;
    if ((this.line.length > 0 || this.#gathering.isOpen) && isDue) await this.#look(nowMs);
    else await this.#startSome(nowMs);
  }

  /** Nobody is served before it is done. */
  async #draw(nowMs: number): Promise<void> {
    try {
      await this.#gathering.draw(nowMs);
      // What is free is offered by the look that comes next.
      this.#knowsHolders = false;
    } catch (error) {
      this.ports.log("desk-draw-failed", { error: String(error) });
      this.#restsUntilMs = nowMs + REST_MS;
      this.#sendAway();
    }
  }

  #sendAway(): void {
    for (const waiting of this.#queue.splice(0)) waiting.answer = { is: "busy" };
  }

  async #look(nowMs: number): Promise<void> {
    try {
      const { over, isStopped, mostOfNetwork, free, holders } = await this.ports.look(nowMs);
      this.#lookedAtMs = nowMs;
      this.#holders = new Map(holders.map(({ userId, untilMs }) => [userId, untilMs]));
      this.#knowsHolders = true;
      this.#isStopped = isStopped;
      this.#mostOfNetwork = mostOfNetwork;
      if (over) this.#end(over, nowMs);
      else if (isStopped) this.line.callAllBack();
      else this.line.offer(free, nowMs);
    } catch (error) {
      this.ports.log("desk-look-failed", { error: String(error) });
      this.#restsUntilMs = nowMs + REST_MS;
      // Not again at once: starts must not stand behind looks that fail.
      this.#lookedAtMs = nowMs;
      // They cannot be told apart from those who hold a stake already.
      if (!this.#knowsHolders) this.#sendAway();
    }
    await this.#tell(nowMs);
  }

  /** For those in line, and for whoever asks until the next look would be due. */
  #end(why: Over, nowMs: number): void {
    this.#over = { why, untilMs: nowMs + LOOK_MS };
    this.line.end(why);
  }

  async #tell(nowMs: number): Promise<void> {
    for (;;) {
      const places = this.line.untold(MOST_TOLD_AT_ONCE);
      if (places.length === 0) return;
      try {
        await this.ports.tell(places, nowMs);
      } catch (error) {
        // The next look tries again.
        return this.ports.log("desk-tell-failed", { count: places.length, error: String(error) });
      }
      this.line.told(places);
    }
  }

  /** Those who came first, each person once. What memory can say by now is not asked. */
  #takeSome(nowMs: number): Waiting[] {
    const taken = new Map<string, Waiting>();
    const left: Waiting[] = [];
    for (const waiting of this.#queue) {
      const { userId } = waiting.claim.session;
      waiting.answer = this.#fromMemory(waiting.claim, nowMs);
      if (waiting.answer) continue;
      if (taken.size < MOST_AT_ONCE && !taken.has(userId)) taken.set(userId, waiting);
      else left.push(waiting);
    }
    this.#queue = left;
    return [...taken.values()];
  }

  async #startSome(nowMs: number): Promise<void> {
    const taken = this.#takeSome(nowMs);
    if (taken.length === 0) return this.#tell(nowMs);
    this.#count.asked += taken.length;
    const hasLine = this.line.length > 0;
    const claims = taken.map(({ claim }) => {
      const isFirst = this.line.isCalled(claim.session.userId, nowMs);
      return hasLine && !isFirst ? { ...claim, onlyHeld: true } : claim;
    });
    const answers = await this.ports.start(claims, nowMs).catch((): StartAnswer[] => []);
    taken.forEach((waiting, at) => (waiting.answer = this.#outcome(waiting.claim, answers[at], nowMs)));
  }

  #outcome(claim: Claim, answer: StartAnswer | undefined, nowMs: number): DeskAnswer {
    const { userId } = claim.session;
    if (!answer?.ok) {
      if (answer?.code === "overloaded") this.#restsUntilMs = nowMs + REST_MS;
      // They may have a hold now.
      else this.#knowsHolders = false;
      return { is: "busy" };
    }
    const { viewer, started } = answer;
    const asked: DeskAnswer = { is: "asked", viewer, nowMs: answer.nowMs, started, isWanted: this.#queue.length > 0 };
    if (!viewer) return asked;
    if (started.ok) {
      this.#holders.set(userId, started.payment.expiresAtMs);
      this.leave(userId);
      return asked;
    }
    const over = OVER_BY_REFUSAL[started.code];
    if (over) this.#over = { why: over, untilMs: nowMs + LOOK_MS };
    if (!WAITS.has(started.code)) return asked;
    if (started.code === "places-are-drawn") this.#gathering.begin(nowMs);
    this.#isStopped = started.code === "sales-stopped";
    this.line.callBack(userId);
    // The first of a line: who held a stake before this desk knew of them is found out before anybody else is told to wait.
    if (this.line.length === 0) this.#knowsHolders = false;
    // The app's clock is another.
    const reachedAtMs = Math.min(claim.reachedAtMs, nowMs);
    return this.#join({ ...claim, reachedAtMs, isNew: isNewAccount(viewer.createdAtMs, nowMs) }, nowMs);
  }
}
