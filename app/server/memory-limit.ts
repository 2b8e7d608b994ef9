/**
 * How often something is answered, counted in this isolate's memory: it costs no write, and each isolate counts for itself. For
 * reads that have to be slowed down and must change nothing; what guards money or codes is counted in the database.
 */
export class MemoryLimit {
  readonly #counts = new Map<string, { count: number; endsAtMs: number }>();

  constructor(
    readonly most: number,
    readonly windowMs: number,
    /** Keys that are remembered; beyond, all is forgotten, which only lets more through. */
    readonly keys = 5_000,
  ) {}

  /** @returns seconds to wait; null: go on */
  take(key: string, nowMs: number): number | null {
    if (this.#counts.size >= this.keys) this.#counts.clear();
    const running = this.#counts.get(key);
    const one = running && running.endsAtMs > nowMs ? running : { count: 0, endsAtMs: nowMs + this.windowMs };
    one.count += 1;
    this.#counts.set(key, one);
    return one.count > this.most ? Math.ceil((one.endsAtMs - nowMs) / 1000) : null;
  }
}
