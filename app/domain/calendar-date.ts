// Calendar dates are 'YYYY-MM-DD' strings in UTC: they compare as text and never shift with the time zone.

export type CalendarDate = string;

export const DAY_MS = 86_400_000;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export function dateOf(atMs: number): CalendarDate {
  const day = Math.floor(atMs / DAY_MS);
  const known = written.get(day);
  if (known !== undefined) return known;
  const date = new Date(atMs).toISOString().slice(0, 10);
  if (written.size === MOST_WRITTEN) written.clear();
  written.set(day, date);
  return date;
}

/** A page asks for the same few dates again and again, and writing one takes 5 µs. */
const written = new Map<number, CalendarDate>();
const MOST_WRITTEN = 1000;

export function isCalendarDate(text: string): text is CalendarDate {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const atMs = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(atMs) && dateOf(atMs) === text;
}

/** '12 Dec 2026' */
export function formatDate(date: CalendarDate): string {
  const [year, month, day] = date.split("-").map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

/** '23 Jul and 23 Oct 2026', '23 Dec 2025 and 3 Jan 2026' */
export function formatPeriod(from: CalendarDate, to: CalendarDate): string {
  const first = formatDate(from);
  return `${from.slice(0, 4) === to.slice(0, 4) ? first.slice(0, -5) : first} to ${formatDate(to)}`;
}

export const formatDayMonth = (date: CalendarDate) => formatDate(date).slice(0, -5);

/** @param month 'YYYY-MM', or a day of it */
export function formatMonth(month: string): string {
  return formatDate(`${month.slice(0, 7)}-01`)
    .split(" ")
    .slice(1)
    .join(" ");
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOf(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS);
}

export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** '21 Nov 2026, 09:12 UTC' */
export function formatInstant(atMs: number): string {
  return `${formatDate(dateOf(atMs))}, ${new Date(atMs).toISOString().slice(11, 16)} UTC`;
}

export const utcTime = (atMs: number): string => new Date(atMs).toISOString();
