import type { CalendarDate } from "./calendar-date";

// A stake's time runs in cycles of 24 calendar months. Every boundary is counted from the purchase date itself, never from
// the boundary before, so a 31st or a 29 February that had to give way once is back as soon as a month has it.

export const CYCLE_MONTHS = 24;

/** The same day so many months on, or the month's last day where it has no such day. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const { year, month, day } = parts(date);
  const count = year * 12 + (month - 1) + months;
  const toYear = Math.floor(count / 12);
  const toMonth = count - toYear * 12 + 1;
  return text(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)));
}

/** The first day of cycle `number`, and at the same time the day cycle `number - 1` has run its 24 months. */
export function cycleStart(purchasedOn: CalendarDate, number: number): CalendarDate {
  return addMonths(purchasedOn, CYCLE_MONTHS * (number - 1));
}

/** From this day on the cycle has ended. */
export function cycleEnd(purchasedOn: CalendarDate, number: number): CalendarDate {
  return addMonths(purchasedOn, CYCLE_MONTHS * number);
}

/** How many cycles have ended by this day; none before or on the day of purchase. */
export function endedCycles(purchasedOn: CalendarDate, on: CalendarDate): number {
  const from = parts(purchasedOn);
  const to = parts(on);
  const months = (to.year - from.year) * 12 + (to.month - from.month);
  const number = Math.floor(months / CYCLE_MONTHS);
  // In the month of the boundary itself the day decides.
  return Math.max(0, on < addMonths(purchasedOn, CYCLE_MONTHS * number) ? number - 1 : number);
}

/** The cycle that is running on this day; the first one for any day before the purchase too. */
export function runningCycle(purchasedOn: CalendarDate, on: CalendarDate): number {
  return endedCycles(purchasedOn, on) + 1;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function parts(date: CalendarDate) {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return { year, month, day };
}

function text(year: number, month: number, day: number): CalendarDate {
  const pad = (value: number, length: number) => String(value).padStart(length, "0");
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}
