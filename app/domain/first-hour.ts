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

/** Accounts opened after this are new: who has had one for a week is never counted, whatever network they share. */
export const newSinceMs = (nowMs: number): number => nowMs - NEW_FOR_MS;

export const isNewAccount = (createdAtMs: number, nowMs: number): boolean => createdAtMs > newSinceMs(nowMs);
