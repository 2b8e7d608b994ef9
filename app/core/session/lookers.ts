import type { SessionClaim } from "./access";

const MINUTE_MS = 60_000;

type Known = { isLive: boolean; untilMs: number };

/** The sessions that look at a page which asks the database nothing. It confirms many of them at once, each about once a minute, and after the look that asks for it. */
export class Lookers {
  readonly #known = new Map<string, Known>();
  readonly #due = new Map<string, SessionClaim>();

  /** Some are to be confirmed. */
  get areDue(): boolean {
    return this.#due.size > 0;
  }

  /** @returns whether it has ended, as far as is known */
  hasEnded({ idHash, userId }: SessionClaim, nowMs: number): boolean {
    const known = this.#known.get(idHash);
    if (!known || nowMs >= known.untilMs) this.#due.set(idHash, { idHash, userId });
    return known?.isLive === false;
  }

  due(atMost: number): SessionClaim[] {
    return [...this.#due.values()].slice(0, atMost);
  }

  confirmed(sessions: readonly SessionClaim[], ended: readonly string[], nowMs: number): void {
    const hasEnded = new Set(ended);
    for (const { idHash } of sessions) {
      this.#due.delete(idHash);
      this.#known.set(idHash, { isLive: !hasEnded.has(idHash), untilMs: nowMs + MINUTE_MS });
    }
  }

  /** Those that have not looked for a while. */
  forget(nowMs: number): void {
    for (const [idHash, { untilMs }] of this.#known)
      if (nowMs >= untilMs + MINUTE_MS && !this.#due.has(idHash)) this.#known.delete(idHash);
  }
}
