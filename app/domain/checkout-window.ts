// The checkout session ends before our hold does, so that a payment made in the last second still finds its stake.

/** The shortest that the card provider accepts. */
export const SESSION_LIFETIME_MS = 30 * 60_000;
export const HOLD_LIFETIME_MS = 35 * 60_000;
export const MAX_OPEN_CHECKOUTS = 3;

export function checkoutMinutesLeft(payment: { createdAtMs: number; expiresAtMs: number }, nowMs: number): number {
  const endsAtMs = Math.min(payment.expiresAtMs, payment.createdAtMs + SESSION_LIFETIME_MS);
  return Math.max(1, Math.ceil((endsAtMs - nowMs) / 60_000));
}
