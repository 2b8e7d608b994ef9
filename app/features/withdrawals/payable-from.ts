import { compact } from "~/domain/bank-hints";

/** So long an investor has to notice that someone else changed where their money goes. */
export const HOLD_AFTER_CHANGE_MS = 48 * 3_600_000;

type Account = { ifscCode: string; accountNumber: string };

/** Until when a withdrawal to the saved account waits, as far as known before the form is sent; null: it does not wait. */
export function savedAccountWaitsUntil(saved: { changedAtMs: number } | undefined, nowMs: number): number | null {
  const untilMs = saved ? saved.changedAtMs + HOLD_AFTER_CHANGE_MS : 0;
  return untilMs > nowMs ? untilMs : null;
}

/**
 * To the saved account: 48 hours after it was last changed. To any other account than the saved one: 48 hours from now,
 * for that is a change too. Without a saved account nothing was changed.
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
