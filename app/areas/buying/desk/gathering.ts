import { minuteEndOf } from "~/domain/first-minute";
import type { Claim, DeskPorts, Gathered } from "./desk-terms";
import type { Line } from "./line";

// The first minute of a cask whose places are drawn: who asks in it is gathered, and nobody has a stake before all of them have a place.

/** For what reached the app within the minute and is still on its way here. */
const ON_ITS_WAY_MS = 1_000;

export class Gathering {
  /** null: there is none, or its places are drawn. */
  #endsMs: number | null = null;
  #isDrawing = false;

  constructor(
    private readonly ports: DeskPorts,
    private readonly line: Line,
  ) {
    const [first] = line.gathered;
    if (first) this.#endsMs = minuteEndOf(first.joinedAtMs);
  }

  /** Some of it is still to be done. */
  get isOpen(): boolean {
    return this.#endsMs !== null;
  }

  /** The database has refused a stake because of it. */
  begin(nowMs: number): void {
    this.#endsMs ??= minuteEndOf(nowMs);
  }

  /** Whoever reached the app later has a place behind those that are drawn. */
  takes({ reachedAtMs }: Claim): boolean {
    return this.#endsMs !== null && !this.#isDrawing && reachedAtMs < this.#endsMs;
  }

  take(userId: string, nowMs: number): Gathered {
    this.line.gather(userId, nowMs);
    return this.of(userId);
  }

  of(userId: string): Gathered {
    return { is: "gathered", ticket: this.ports.ticketOf(userId), drawnAtMs: this.#endsMs ?? 0 };
  }

  isOver(nowMs: number): boolean {
    return this.#endsMs !== null && nowMs >= this.#endsMs;
  }

  /** Once it is over, until its places are drawn. */
  waitMs(nowMs: number): number {
    return this.isOver(nowMs) ? Math.max(0, (this.#endsMs ?? 0) + ON_ITS_WAY_MS - nowMs) : 0;
  }

  /** What was drawn before the memory was lost is found, not drawn again. @throws what the database answers; then nothing has changed */
  async draw(nowMs: number): Promise<void> {
    const userIds = this.line.gathered.map(({ userId }) => userId);
    this.#isDrawing = true;
    try {
      const userOf = new Map(userIds.map((userId) => [this.ports.ticketOf(userId), userId]));
      const drawn = userIds.length > 0 ? await this.ports.draw([...userOf.keys()], nowMs) : [];
      this.line.drawn(drawn.flatMap((ticket) => userOf.get(ticket) ?? []));
      this.#endsMs = null;
    } finally {
      this.#isDrawing = false;
    }
  }
}
