import { addDays, type CalendarDate, daysBetween } from "~/domain/calendar-date";

/** Without a new confirmation for longer than this, a warehouse is late, and pages say so in brick. */
export const CONFIRMED_DAYS = 35;

export type ConfirmedAge = {
  /** Of the newest confirmation by its warehouse; null: there is none. */
  confirmedOn: CalendarDate | null;
  state: "confirmed" | "late" | "never";
  /** Since then; 0: it never was confirmed. */
  days: number;
};

export function confirmedAge(confirmedOn: CalendarDate | null, today: CalendarDate): ConfirmedAge {
  if (confirmedOn === null) return { confirmedOn, state: "never", days: 0 };
  const isLate = confirmedOn < addDays(today, -CONFIRMED_DAYS);
  return { confirmedOn, state: isLate ? "late" : "confirmed", days: daysBetween(confirmedOn, today) };
}

/** The date of the newest confirmation among documents, of those whose place none has taken. */
export const confirmedIn = (
  documents: readonly { kind: string; issuedOn: CalendarDate; replaced: boolean | number }[],
): CalendarDate | null =>
  documents
    .filter(({ kind, replaced }) => kind === "warehouse-confirmation" && !replaced)
    .map(({ issuedOn }) => issuedOn)
    .sort()
    .at(-1) ?? null;
