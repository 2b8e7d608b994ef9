import type { CalendarDate } from "./calendar-date";

// A stake runs in cycles of 24 calendar months. Each boundary is counted from the purchase date, so a purchase on the 31st or on 29
// February returns to its own day whenever the month has one.

export const CYCLE_MONTHS = 24;

export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const { year, month, day } = parts(date);
  const count = year * 12 + (month - 1) + months;
  const toYear = Math.floor(count / 12);
  const toMonth = count - toYear * 12 + 1;
  return text(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)));
}

export function cycleStart(purchasedOn: CalendarDate, number: number): CalendarDate {
  return addMonths(purchasedOn, CYCLE_MONTHS * (number - 1));
}

export function cycleEnd(purchasedOn: CalendarDate, number: number): CalendarDate {
  return addMonths(purchasedOn, CYCLE_MONTHS * number);
}

export function endedCycles(purchasedOn: CalendarDate, on: CalendarDate): number {
  return Math.floor(monthsSince(purchasedOn, on) / CYCLE_MONTHS);
}

export function runningCycle(purchasedOn: CalendarDate, on: CalendarDate): number {
  return endedCycles(purchasedOn, on) + 1;
}

export function monthsSince(from: CalendarDate, on: CalendarDate): number {
  const [start, end] = [parts(from), parts(on)];
  const months = (end.year - start.year) * 12 + (end.month - start.month);
  return Math.max(0, on < addMonths(from, months) ? months - 1 : months);
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
