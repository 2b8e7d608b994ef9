import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";

export const OPEN_DAYS = { least: 7, most: 30 } as const;
const CLOSES_AT_HOUR = 12;
export const REMINDED_BEFORE_MS = 3 * 86_400_000;

export const closeOf = (closesOn: CalendarDate): number => Date.parse(`${closesOn}T${String(CLOSES_AT_HOUR)}:00:00Z`);

export type CloseRefusal = "closes-too-soon" | "closes-too-late";

export function refuseClose(closesOn: CalendarDate, nowMs: number): CloseRefusal | null {
  const today = dateOf(nowMs);
  if (closesOn < addDays(today, OPEN_DAYS.least)) return "closes-too-soon";
  return closesOn > addDays(today, OPEN_DAYS.most) ? "closes-too-late" : null;
}
