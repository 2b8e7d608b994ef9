// The checkout session ends before our hold does, so that a payment made in the last second still finds its stake.

/** The shortest that the card provider accepts. */
export const SESSION_LIFETIME_MS = 30 * 60_000;
export const HOLD_LIFETIME_MS = 35 * 60_000;
export const MAX_OPEN_CHECKOUTS = 3;

export function checkoutMinutesLeft(payment: { createdAtMs: number; expiresAtMs: number }, nowMs: number): number {
  const endsAtMs = Math.min(payment.expiresAtMs, payment.createdAtMs + SESSION_LIFETIME_MS);
  return Math.max(1, Math.ceil((endsAtMs - nowMs) / 60_000));
}

const ASKED_AFTER_S = [1, 1, 2, 2, 3, 5, 8, 15] as const;
const RELOADED_AFTER_S = [2, 2, 5, 10, 20] as const;
const SLOWEST_S = 30;

/** As often as a page asks, with a little for its way. */
export const LOOK_PAUSES_MS = ASKED_AFTER_S.map((seconds) => seconds * 1_000 - 100);
export const SLOWEST_LOOK_MS = SLOWEST_S * 1_000 - 100;
/** After that no one was waiting. */
export const QUIET_MS = 60_000;

/**
 * 'SECONDS;url=PATH&looks=N', with pauses that grow. A script asks in the background (`refresh`); without one the page reloads under the
 * reader's finger, so less often (`reload`).
 */
export function nextLook(path: string, looks: number): { refresh: string; reload: string } {
  const after = (seconds: readonly number[]) => `${seconds[looks] ?? SLOWEST_S};url=${path}&looks=${looks + 1}`;
  return { refresh: after(ASKED_AFTER_S), reload: after(RELOADED_AFTER_S) };
}

export function readLooks(text: string | null): number {
  const looks = Math.trunc(Number(text));
  return Number.isFinite(looks) ? Math.min(Math.max(looks, 0), 20) : 0;
}
