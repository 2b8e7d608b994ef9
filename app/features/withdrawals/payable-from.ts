import { compact } from "~/domain/bank-hints";

/** Time for an investor to notice that somebody else has changed their payout account. */
export const HOLD_AFTER_CHANGE_MS = 48 * 3_600_000;

type Account = { ifscCode: string; accountNumber: string };

/** When a withdrawal to the saved account becomes payable, as far as known before the form is sent; null: at once. */
export function savedAccountWaitsUntil(saved: { changedAtMs: number } | undefined, nowMs: number): number | null {
  const untilMs = saved ? saved.changedAtMs + HOLD_AFTER_CHANGE_MS : 0;
  return untilMs > nowMs ? untilMs : null;
}

/**
 * A withdrawal to the saved account waits until 48 hours after its last change. One to any other account waits 48 hours from
 * now, because that is a change too. If no account is saved, nothing was changed and it does not wait.
 */
export function payableFrom(
  typed: Account,
  saved: (Account & { changedAtMs: number }) | null,
  nowMs: number,
): { payableFromMs: number; waits: boolean } {
  const same =
    saved &&
    compact(saved.accountNumber) === compact(typed.accountNumber) &&
    compact(saved.ifscCode).toUpperCase() === compact(typed.ifscCode).toUpperCase();
  const untilMs = !saved ? nowMs : (same ? saved.changedAtMs : nowMs) + HOLD_AFTER_CHANGE_MS;
  return { payableFromMs: Math.max(nowMs, untilMs), waits: untilMs > nowMs };
}
