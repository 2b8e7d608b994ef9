import { addDays, type CalendarDate, daysBetween } from "~/domain/calendar-date";

/** After this a warehouse is late, and pages say so in brick. */
export const CONFIRMED_DAYS = 35;

export type ConfirmedAge = { confirmedOn: CalendarDate | null; state: "confirmed" | "late" | "never"; days: number };

export function confirmedAge(confirmedOn: CalendarDate | null, today: CalendarDate): ConfirmedAge {
  if (confirmedOn === null) return { confirmedOn, state: "never", days: 0 };
  const isLate = confirmedOn < addDays(today, -CONFIRMED_DAYS);
  return { confirmedOn, state: isLate ? "late" : "confirmed", days: daysBetween(confirmedOn, today) };
}

export const confirmedIn = (
  documents: readonly { kind: string; issuedOn: CalendarDate; replaced: boolean | number }[],
): CalendarDate | null =>
  documents
    .filter(({ kind, replaced }) => kind === "warehouse-confirmation" && !replaced)
    .map(({ issuedOn }) => issuedOn)
    .sort()
    .at(-1) ?? null;
