import { addDays, type CalendarDate, daysBetween } from "~/domain/calendar-date";

/** Without a statement for longer than this, a warehouse is late, and pages say so in brick. Keepers are asked once a month. */
export const CONFIRMED_DAYS = 35;

/** A last statement of before this day is late. */
export const lateSince = (today: CalendarDate): CalendarDate => addDays(today, -CONFIRMED_DAYS);

export type Confirmed = {
  /** The day of the newest statement that the cask is there; null: there is none. */
  confirmedOn: CalendarDate | null;
  /** The day of a newer one that it is not. */
  absentOn: CalendarDate | null;
};

/** 'absent': the keeper's last word is that it is not there. 'late': the word is older than 35 days. */
export type ConfirmedState = "confirmed" | "late" | "absent" | "never";

export function confirmedState({ confirmedOn, absentOn }: Confirmed, today: CalendarDate): ConfirmedState {
  if (absentOn !== null) return "absent";
  if (confirmedOn === null) return "never";
  return confirmedOn < lateSince(today) ? "late" : "confirmed";
}

export type ConfirmedAge = Confirmed & {
  state: ConfirmedState;
  /** Since it was confirmed; 0: it never was. */ days: number;
};

export const confirmedAge = (confirmed: Confirmed, today: CalendarDate): ConfirmedAge => ({
  ...{ confirmedOn: confirmed.confirmedOn, absentOn: confirmed.absentOn },
  state: confirmedState(confirmed, today),
  days: confirmed.confirmedOn === null ? 0 : daysBetween(confirmed.confirmedOn, today),
});
