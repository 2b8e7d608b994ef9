const ASKED_AFTER_S = [1, 1, 2, 2, 3, 5, 8, 15] as const;
const RELOADED_AFTER_S = [2, 2, 5, 10, 20] as const;
const SLOWEST_S = 30;

/** How long the provider is left alone after each look at a payment: as often as a page asks, with a little for its way. */
export const LOOK_PAUSES_MS = ASKED_AFTER_S.map((seconds) => seconds * 1_000 - 100);
export const SLOWEST_LOOK_MS = SLOWEST_S * 1_000 - 100;
/** After that no one was waiting. */
export const QUIET_MS = 60_000;

/**
 * When a waiting page looks again, and which URL: 'SECONDS;url=PATH&looks=N', with pauses that grow with each look. A script asks
 * in the background (`refresh`); without one the page reloads under the reader's finger, so it does that less often (`reload`).
 */
export function nextLook(path: string, looks: number): { refresh: string; reload: string } {
  const after = (seconds: readonly number[]) => `${seconds[looks] ?? SLOWEST_S};url=${path}&looks=${looks + 1}`;
  return { refresh: after(ASKED_AFTER_S), reload: after(RELOADED_AFTER_S) };
}

/** How often the page has looked, read from its URL. */
export function readLooks(text: string | null): number {
  const looks = Math.trunc(Number(text));
  return Number.isFinite(looks) ? Math.min(Math.max(looks, 0), 20) : 0;
}
