import type { OpenedSession, PaymentOutcome } from "../keep-session";

// While many buy stakes of a cask, the sessions that providers made for them are kept several in one trip: one by one they would stand in the
// database's queue longer than for the stakes themselves.

const MOST_AT_ONCE = 10;

type Waiting = { opened: OpenedSession; kept: PaymentOutcome | null | undefined };

export class KeepTogether {
  #waiting: Waiting[] = [];
  #trip: Promise<void> | null = null;

  /** @param keepAll one round trip */
  constructor(
    private readonly keepAll: (opened: readonly OpenedSession[]) => Promise<readonly (PaymentOutcome | undefined)[]>,
  ) {}

  /** @returns null: it is not known whether it is kept; keeping it once more does no harm */
  async keep(opened: OpenedSession): Promise<PaymentOutcome | null> {
    const waiting: Waiting = { opened, kept: undefined };
    this.#waiting.push(waiting);
    // Whoever waits takes the work up, so that none of it hangs on the call that began it.
    while (waiting.kept === undefined) await (this.#trip ??= this.#next().finally(() => (this.#trip = null)));
    return waiting.kept;
  }

  async #next(): Promise<void> {
    const taken = this.#waiting.splice(0, MOST_AT_ONCE);
    const kept = await this.keepAll(taken.map(({ opened }) => opened)).catch(() => []);
    taken.forEach((waiting, at) => (waiting.kept = kept[at] ?? null));
  }
}
