/** Bank details and withdrawals require a code entered within this time. */
export const FRESH_PROOF_MS = 30 * 60_000;

/** Who works in the console without a longer pause is asked for a code again after this time; before money moves, after the one above. */
export const WORKING_DAY_MS = 12 * 3_600_000;

export function isFresh(viewer: { provedAtMs: number }, nowMs: number): boolean {
  return nowMs - viewer.provedAtMs < FRESH_PROOF_MS;
}
