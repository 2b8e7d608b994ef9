type Entry = { value: string | null; fromMs: number; endsMs: number };

/** KV at its worst: reads are a minute old, a key takes one write a second, and at times nothing works. */
export class SlowKv {
  readonly #entries = new Map<string, Entry[]>();
  readonly #writtenMs = new Map<string, number>();
  down = false;

  constructor(
    readonly nowMs: () => number,
    readonly staleMs = 60_000,
  ) {}

  async get(key: string, type?: "json"): Promise<unknown> {
    this.#failIfDown();
    const seenMs = this.nowMs() - this.staleMs;
    const entry = this.#entries.get(key)?.findLast(({ fromMs }) => fromMs <= seenMs);
    const value = entry && entry.endsMs > this.nowMs() ? entry.value : null;
    return value !== null && type === "json" ? (JSON.parse(value) as unknown) : value;
  }

  async put(key: string, value: string, { expirationTtl = Infinity } = {}): Promise<void> {
    this.#write(key, value, this.nowMs() + expirationTtl * 1000);
  }

  async delete(key: string): Promise<void> {
    this.#write(key, null, Infinity);
  }

  #write(key: string, value: string | null, endsMs: number) {
    this.#failIfDown();
    const nowMs = this.nowMs();
    if (nowMs - (this.#writtenMs.get(key) ?? -Infinity) < 1000) throw new Error("KV: 429 Too Many Requests");
    this.#writtenMs.set(key, nowMs);
    this.#entries.set(key, [...(this.#entries.get(key) ?? []), { value, fromMs: nowMs, endsMs }]);
  }

  #failIfDown() {
    if (this.down) throw new Error("KV: 500 Internal Server Error");
  }
}
