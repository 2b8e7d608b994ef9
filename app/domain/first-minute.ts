import type { Sha256 } from "./audit/audit-files";
import { DAY_MS } from "./calendar-date";

// The draw of a cask: who asks for a stake in its first minute has the same chance as everybody else who does. Anybody can compute the
// order again: `public/verify-audit.mjs --draw`, which knows nothing of this file.

const MINUTE_MS = 60_000;

/** When the first minute of that day (UTC) is over. */
export const minuteEndOf = (atMs: number): number => atMs - (atMs % DAY_MS) + MINUTE_MS;

/** A cask that launches today has just opened. */
export const isFirstMinute = (nowMs: number): boolean => nowMs < minuteEndOf(nowMs);

/** Published with the cask, so that nobody can choose another seed once they know who asks. */
export const commitmentOf = (seed: string, sha256: Sha256): string => sha256(seed);

/** By which somebody stands in the draw of a cask: given by who they are, so that nobody can choose it, and telling nobody else who that is. */
export const ticketOf = (caskId: string, userId: string, sha256: Sha256): string =>
  sha256(`${caskId}:${userId}`).slice(0, 16);

/**
 * The order in which the tickets are served: that of SHA-256 over the draw and the ticket. The draw is SHA-256 over the seed and all
 * tickets, sorted, a line each: so not even who knows the seed knows the order before the last ticket is in.
 * @param seed 64 hex digits
 */
export function drawOrder(seed: string, tickets: readonly string[], sha256: Sha256): string[] {
  const draw = sha256([seed, ...tickets.toSorted()].join("\n"));
  const keyed = tickets.map((ticket) => ({ ticket, key: sha256(`${draw}:${ticket}`) }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ ticket }) => ticket);
}
