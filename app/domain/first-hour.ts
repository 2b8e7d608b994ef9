import { type CalendarDate, dateOf } from "./calendar-date";

// A cask opens at midnight UTC of its launch date. In its first hour a network may bring only so many new accounts.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NEW_FOR_MS = 7 * DAY_MS;

/** When the hour is over in which a cask that launches today has just opened; null: it is over. */
export function firstHourEnd(nowMs: number): number | null {
  const midnightMs = nowMs - (nowMs % DAY_MS);
  return nowMs < midnightMs + HOUR_MS ? midnightMs + HOUR_MS : null;
}

export const isFirstHour = (launchesOn: CalendarDate, nowMs: number): boolean =>
  firstHourEnd(nowMs) !== null && launchesOn === dateOf(nowMs);

/** From an hour before it opens until its first hour is over, when thousands look at it again and again. */
export const isLaunching = (launchesOn: CalendarDate, nowMs: number): boolean =>
  isFirstHour(launchesOn, nowMs) || isFirstHour(launchesOn, nowMs + HOUR_MS);

/** Until a cask opens, if it does within a day. null: it is open, or that is longer away. */
export function msToOpening(launchesOn: CalendarDate, nowMs: number): number | null {
  return launchesOn === dateOf(nowMs + DAY_MS) ? DAY_MS - (nowMs % DAY_MS) : null;
}

/** What is shown of it then is as old at most: who buys asks the database in any case. */
const LAUNCHING_KEPT_MS = 5_000;
/** For as long the old is shown to others while somebody reads it again. */
const READ_WITHIN_MS = 1_000;

/**
 * Whether what was read of a launching cask is still shown. False: whoever asked reads it again, and for a second nobody else does.
 * @param kept changed then
 */
export function isStillShown(kept: { readAtMs: number }, nowMs: number): boolean {
  if (nowMs - kept.readAtMs < LAUNCHING_KEPT_MS) return true;
  kept.readAtMs = nowMs - LAUNCHING_KEPT_MS + READ_WITHIN_MS;
  return false;
}

/** Accounts opened after this are new: who has had one for a week is never counted, whatever network they share. */
export const newSinceMs = (nowMs: number): number => nowMs - NEW_FOR_MS;

export const isNewAccount = (createdAtMs: number, nowMs: number): boolean => createdAtMs > newSinceMs(nowMs);
