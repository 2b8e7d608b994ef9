import { firstHourEnd } from "~/domain/first-hour";
import type { Claim } from "./desk-terms";
import type { Line } from "./line";

/** The places that new accounts of one network have in a line, while they are limited. Known since the desk woke; a restart counts again. */
export class NetworkPlaces {
  readonly #users = new Map<string, Set<string>>();

  constructor(private readonly line: Line) {}

  /** @param most null: not limited @returns until when no more of them get one; null: this one may */
  fullUntil({ network, isNew, session: { userId } }: Claim, most: number | null, nowMs: number): number | null {
    const endMs = firstHourEnd(nowMs);
    if (most === null || endMs === null || !network || !isNew || this.line.has(userId)) return null;
    const users = this.#users.get(network) ?? new Set();
    for (const one of users) if (!this.line.has(one)) users.delete(one);
    if (users.size >= most) return endMs;
    this.#users.set(network, users.add(userId));
    return null;
  }
}
