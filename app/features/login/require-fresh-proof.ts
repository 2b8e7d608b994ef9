/** Bank details and withdrawals need a code that was given within this time. */
export const FRESH_PROOF_MS = 30 * 60_000;

export type FreshProof = { ok: true } | { ok: false; code: "proof-too-old" };

export function requireFreshProof(viewer: { provedAtMs: number }, nowMs: number): FreshProof {
  return nowMs - viewer.provedAtMs < FRESH_PROOF_MS ? { ok: true } : { ok: false, code: "proof-too-old" };
}
