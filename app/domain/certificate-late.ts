export const CERTIFICATE_PROMISE_MS = 48 * 3_600_000;
const HOUR_MS = 3_600_000;

/** Whole hours; null: it is in time. */
export function certificateLate(createdAtMs: number, nowMs: number): number | null {
  const overMs = nowMs - createdAtMs - CERTIFICATE_PROMISE_MS;
  return overMs < 0 ? null : Math.floor(overMs / HOUR_MS);
}
