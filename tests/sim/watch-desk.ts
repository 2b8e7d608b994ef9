import { FORGOTTEN_AFTER_MS } from "~/areas/buying/desk/around-desk";
import type { Claim, DeskAnswer, DeskPorts, Place, PlaceStore } from "~/areas/buying/desk/desk-terms";
import type { Shop } from "./shop";

// What must be true of a desk whenever it answers, calls somebody or ends a line, held against the database as it is at that moment.

type Answer = DeskAnswer | { is: "away" };
type Hold = { id: string; state: string };

/** A cask that was sold out may be so no more when somebody hears of it. */
const SOLD_LATELY_MS = 60_000;

const isInLine = ({ state }: Place) => state === "waiting" || state === "called";

export class WatchDesk {
  /** Holds that were started around a desk that was away, which it finds out at its next look. */
  readonly around = new Set<string>();
  readonly #lastAnswer = new Map<string, string>();
  /** Asked by somebody who waits longer than the app does. */
  readonly #late = new Set<string>();
  /** Who is on their way around the desk of a cask, and since when. */
  readonly #goingAround = new Map<string, Set<number>>();
  readonly #soldOutAtMs = new Map<string, number>();
  /** The last that was shown of a place, by its number and whose it is. */
  readonly #shown = new Map<string, number>();

  constructor(readonly shop: Shop) {}

  isLate({ paymentId }: Claim): void {
    this.#late.add(paymentId);
    this.shop.world.count("desk late");
  }

  /** The database was asked without the desk. */
  wentAround(paymentId: string): void {
    this.around.add(paymentId);
    const last = this.#lastAnswer.get(paymentId);
    if (last !== "away") this.#violate("a desk is gone around only if it is away", `${paymentId}: ${last}`);
    if (this.#late.has(paymentId)) this.#violate("nobody goes around a desk that is late", paymentId);
  }

  /** @returns to be called when they are there */
  goesAround(caskId: string, atMost: number): () => void {
    const { world } = this.shop;
    const there = this.#goingAround.get(caskId) ?? new Set<number>();
    this.#goingAround.set(caskId, there);
    // Whose request died is not counted out.
    const underWay = [...there].filter((sinceMs) => world.nowMs - Math.floor(sinceMs) < FORGOTTEN_AFTER_MS);
    if (underWay.length >= atMost)
      this.#violate("only so many go around a desk at once", `${caskId}: ${underWay.length + 1}`);
    // No two at the same moment are one.
    const mine = world.nowMs + there.size / 10_000;
    there.add(mine);
    return () => void there.delete(mine);
  }

  /** @returns to be called with the answer, and the place of who asked */
  beforeAnswer(claim: Claim): (answer: Answer, place: Place | undefined) => void {
    const held = this.#holdOf(claim);
    return (answer, place) => {
      this.#lastAnswer.set(claim.paymentId, answer.is);
      if (answer.is === "away") this.shop.world.count("desk away");
      this.shop.world.count(`desk: ${answer.is === "over" ? `over, ${answer.why}` : answer.is}`);
      if (answer.is === "in-line") {
        const still = this.#holdOf(claim);
        if (held && held.id === still?.id && !this.around.has(held.id))
          this.#violate("who holds a stake is not told to wait", `${claim.session.userId}: ${held.id}`);
        this.placeShown(place, answer.place);
      }
      if (answer.is === "over" && answer.why === "sold-out") this.#expectSold(claim.caskId);
      if (answer.is === "asked" && answer.viewer && answer.started.ok)
        this.#expectHeld(claim, answer.started.payment.id);
    };
  }

  placeShown(place: Place | undefined, rank: number): void {
    if (!place || !isInLine(place)) return this.#violate("who is told of a place has one", rank);
    const key = `${place.number} ${place.userId}`;
    const before = this.#shown.get(key) ?? Infinity;
    if (rank > before) this.#violate("places only fall", `${key}: ${before}, then ${rank}`);
    this.#shown.set(key, rank);
  }

  /** Nobody who is not called is given a stake while others wait, unless they hold one. */
  ports(ports: DeskPorts, rows: ReadonlyMap<string, Place>): DeskPorts {
    return {
      ...ports,
      start: async (claims, nowMs) => {
        const waiting = [...rows.values()].filter(isInLine);
        const before = claims.map((claim) => ({
          isCalled: this.#isCalled(rows.get(claim.session.userId), nowMs),
          held: this.#holdOf(claim),
        }));
        const answers = await ports.start(claims, nowMs);
        answers.forEach((answer, at) => {
          const claim = claims[at];
          const was = before[at];
          if (!claim || !was || !answer.ok || !answer.started.ok) return;
          const isNew = answer.started.payment.id === claim.paymentId;
          if (isNew && was.isCalled) this.shop.world.count("desk: sold to the line");
          if (isNew && waiting.length > 0 && !was.isCalled && !was.held)
            this.#violate("nobody is served before an earlier place", claim.session.userId);
        });
        for (const { caskId } of claims) this.#noteStock(caskId);
        return answers;
      },
    };
  }

  /** Looked at whenever a place changes, which is at once after the look that changes it. */
  places(store: PlaceStore & { rows: Map<string, Place> }, caskId: string): PlaceStore {
    const { rows } = store;
    return {
      ...store,
      put: (place) => {
        const was = rows.get(place.userId);
        store.put(place);
        const inLine = [...rows.values()].filter(isInLine);
        if (place.state === "over" && place.why === "sold-out") {
          this.#noteStock(caskId);
          this.#expectSold(caskId);
        }
        if (place.state === "passed") this.shop.world.count("desk: offer passed");
        if (place.state !== "called" || was?.state === "called") return;
        this.shop.world.count("desk: called");
        const earlier = inLine.find(({ state, number }) => state === "waiting" && number < place.number);
        if (earlier) this.#violate("nobody is called before an earlier place", [earlier, place]);
        const called = inLine.filter((one) => this.#isCalled(one, this.shop.world.nowMs)).length;
        const { free } = this.#stockOf(caskId);
        if (called > free) this.#violate("a stake is offered to one at a time", { called, free });
      },
    };
  }

  atRest(caskId: string, rows: ReadonlyMap<string, Place>): void {
    const left = [...rows.values()].filter(isInLine);
    const untold = [...rows.values()].filter(({ state, isTold }) => state === "over" && !isTold);
    if (left.length > 0) this.#violate("a line comes to an end", { caskId, left, ...this.#stockOf(caskId) });
    if (untold.length > 0) this.#violate("whose line is over is told", untold);
  }

  #isCalled = (place: Place | undefined, nowMs: number) => place?.state === "called" && nowMs < (place.untilMs ?? 0);

  #violate(rule: string, detail: unknown): void {
    this.shop.world.violate(rule, detail);
  }

  #holdOf({ caskId, session: { userId } }: Claim): Hold | undefined {
    const [hold] = this.shop.store.rows<Hold>(
      "SELECT id, state FROM payments WHERE user_id = ? AND cask_id = ? AND state IN ('created', 'open') AND expires_at_ms > ?",
      [userId, caskId, this.shop.world.nowMs],
    );
    return hold;
  }

  #expectHeld({ caskId, session: { userId } }: Claim, paymentId: string): void {
    const found = this.shop.store.rows("SELECT 1 FROM payments WHERE id = ? AND user_id = ? AND cask_id = ?", [
      paymentId,
      userId,
      caskId,
    ]);
    if (found.length === 0) this.#violate("who is told 'held' holds a stake", `${userId}: ${paymentId}`);
  }

  #stockOf(caskId: string): { free: number; isSold: boolean } {
    const [row] = this.shop.store.rows<{ total: number; sold: number; reserved: number; overdue: number }>(
      `SELECT total_stakes AS total, sold_stakes AS sold, reserved_stakes AS reserved, (SELECT count(*) FROM payments
        WHERE cask_id = casks.id AND state IN ('created', 'open') AND expires_at_ms <= ?) AS overdue FROM casks WHERE id = ?`,
      [this.shop.world.nowMs, caskId],
    );
    if (!row) throw new Error(`there is no cask ${caskId}`);
    return { free: row.total - row.sold - row.reserved + row.overdue, isSold: row.sold === row.total };
  }

  #noteStock(caskId: string): void {
    if (this.#stockOf(caskId).isSold) this.#soldOutAtMs.set(caskId, this.shop.world.nowMs);
  }

  #expectSold(caskId: string): void {
    const agoMs = this.shop.world.nowMs - (this.#soldOutAtMs.get(caskId) ?? -Infinity);
    if (agoMs > SOLD_LATELY_MS) this.#violate("'sold out' is said when all stakes are sold", caskId);
  }
}
