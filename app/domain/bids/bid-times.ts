import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";

/** Calendar days from the one on which a bid is published to the one on which it closes. */
export const OPEN_DAYS = { least: 7, most: 30 } as const;
const CLOSES_AT_HOUR = 12;
/** Those who have not voted are told so long before the close. */
export const REMINDED_BEFORE_MS = 3 * 86_400_000;

/** 12:00 UTC of the day. */
export const closeOf = (closesOn: CalendarDate): number => Date.parse(`${closesOn}T${String(CLOSES_AT_HOUR)}:00:00Z`);

export type CloseRefusal = "closes-too-soon" | "closes-too-late";

/** Whether a bid published now may close on that day; null: it may. */
export function refuseClose(closesOn: CalendarDate, nowMs: number): CloseRefusal | null {
  const today = dateOf(nowMs);
  if (closesOn < addDays(today, OPEN_DAYS.least)) return "closes-too-soon";
  return closesOn > addDays(today, OPEN_DAYS.most) ? "closes-too-late" : null;
}
