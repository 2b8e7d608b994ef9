// While a cask's desk is away its buyers go to the database as they come, though not all at once: a queue that grows there outlives
// whatever kept the desk away, and the desk itself would then stand behind it.

/** Of one cask, in one isolate. */
const MOST_AT_ONCE = 10;
/** Whoever closes the browser may end a request without a word, so that it is never counted out. */
export const FORGOTTEN_AFTER_MS = 10_000;

/** @param atMost of one cask */
export class AroundDesk {
  readonly #underWay = new Map<string, Set<{ sinceMs: number }>>();

  constructor(private readonly atMost: number) {}

  /** @returns null: as many as may are under way, and nothing was done */
  async go<T>(caskId: string, nowMs: number, start: () => Promise<T>): Promise<T | null> {
    const there = this.#underWay.get(caskId) ?? new Set();
    for (const one of there) if (nowMs - one.sinceMs >= FORGOTTEN_AFTER_MS) there.delete(one);
    if (there.size >= this.atMost) return null;
    const mine = { sinceMs: nowMs };
    this.#underWay.set(caskId, there.add(mine));
    try {
      return await start();
    } finally {
      there.delete(mine);
      if (there.size === 0 && this.#underWay.get(caskId) === there) this.#underWay.delete(caskId);
    }
  }
}

export const aroundDesk = new AroundDesk(MOST_AT_ONCE);
