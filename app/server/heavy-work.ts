const LOOK_EVERY_MS = 100;

type Turn = { waited: boolean; end: () => void };

/**
 * Limits how much heavy work one account, and all together, do at the same time in this isolate; the others wait a little. The turn of an
 * aborted request expires by itself.
 */
export class TurnTaker {
  readonly #turns = new Map<symbol, { who: string; lostAtMs: number }>();

  constructor(readonly most: { ofOne: number; ofAll: number; waitMs: number; lostAfterMs: number }) {}

  async take(who: string, wait: (ms: number) => Promise<void>): Promise<Turn | null> {
    for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
      const turn = this.#begin(who);
      if (turn) return { waited: waitedMs > 0, end: () => void this.#turns.delete(turn) };
      if (waitedMs >= this.most.waitMs) return null;
      await wait(LOOK_EVERY_MS);
    }
  }

  #begin(who: string): symbol | null {
    const nowMs = Date.now();
    for (const [turn, { lostAtMs }] of this.#turns) if (lostAtMs <= nowMs) this.#turns.delete(turn);
    const own = [...this.#turns.values()].filter((one) => one.who === who).length;
    if (own >= this.most.ofOne || this.#turns.size >= this.most.ofAll) return null;
    const turn = Symbol(who);
    this.#turns.set(turn, { who, lostAtMs: nowMs + this.most.lostAfterMs });
    return turn;
  }
}
