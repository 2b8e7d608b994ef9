import { addDays, type CalendarDate } from "./calendar-date";

export const WEEK_MS = 7 * 86_400_000;

/** The Monday of the week that a day is in. */
export function mondayOf(day: CalendarDate): CalendarDate {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(day, -sinceMonday);
}
