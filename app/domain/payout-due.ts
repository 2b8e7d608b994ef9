// Counted from the end of the hold.

const HOUR_MS = 3_600_000;
export const PAYOUT_PROMISE_MS = 24 * HOUR_MS;

/** `hours` are whole, counted down: 0 is less than one. */
export type PayoutDue = { state: "waits" } | { state: "due"; hours: number } | { state: "late"; hours: number };

export function payoutDue(payableFromMs: number, nowMs: number): PayoutDue {
  if (payableFromMs > nowMs) return { state: "waits" };
  const leftMs = payableFromMs + PAYOUT_PROMISE_MS - nowMs;
  if (leftMs >= 0) return { state: "due", hours: Math.floor(leftMs / HOUR_MS) };
  return { state: "late", hours: Math.floor(-leftMs / HOUR_MS) };
}
