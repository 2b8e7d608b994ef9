/** Bank details and withdrawals require a code entered within this time. */
export const FRESH_PROOF_MS = 30 * 60_000;

export function isFresh(viewer: { provedAtMs: number }, nowMs: number): boolean {
  return nowMs - viewer.provedAtMs < FRESH_PROOF_MS;
}
