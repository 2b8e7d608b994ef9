import { addDays, type CalendarDate, isCalendarDate } from "./calendar-date";

// Both dates are included, in UTC.

export type Period = { from: CalendarDate; to: CalendarDate };

/** A tax year is named after both of its calendar years, a calendar year after its own. */
export type YearKind = "calendar" | "india" | "uk";

export type NamedPeriod = Period & {
  kind: YearKind;
  year: number;
  /** It has not ended yet: `to` is today. */
  running: boolean;
};

const BEGINS = { calendar: "01-01", india: "04-01", uk: "04-06" } as const;

const EARLIEST: CalendarDate = "2000-01-01";

/** '2025-01-01--2025-12-31' */
export const periodName = ({ from, to }: Period) => `${from}--${to}`;

/** Everything up to today, as trackers need it: what was sold must have been bought. */
export const wholeLife = (today: CalendarDate) => periodName({ from: EARLIEST, to: today });

export function periodOf(name: string, today: CalendarDate): Period | null {
  const [from = "", to = "", more] = name.split("--");
  return more === undefined && isPeriod({ from, to }, today) ? { from, to } : null;
}

/** A statement cannot cover what has not happened yet. */
export function isPeriod({ from, to }: Period, today: CalendarDate): boolean {
  return isCalendarDate(from) && isCalendarDate(to) && EARLIEST <= from && from <= to && to <= today;
}

function yearFrom(kind: YearKind, year: number, today: CalendarDate): NamedPeriod {
  const from = `${year}-${BEGINS[kind]}`;
  const end = addDays(`${year + 1}-${BEGINS[kind]}`, -1);
  return { kind, year, from, to: end <= today ? end : today, running: end > today };
}

export function yearsOf(kind: YearKind, first: CalendarDate, today: CalendarDate): NamedPeriod[] {
  const start = (on: CalendarDate) => Number(on.slice(0, 4)) - (on.slice(5) < BEGINS[kind] ? 1 : 0);
  const [earliest, latest] = [start(first), start(today)];
  return Array.from({ length: Math.max(0, latest - earliest) + 1 }, (_, back) => yearFrom(kind, latest - back, today));
}

/** The end is the first instant after it. */
export function instantsOf({ from, to }: Period): { fromMs: number; untilMs: number } {
  return { fromMs: Date.parse(`${from}T00:00:00Z`), untilMs: Date.parse(`${addDays(to, 1)}T00:00:00Z`) };
}
