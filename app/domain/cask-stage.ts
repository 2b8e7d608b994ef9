import { type CalendarDate, DAY_MS, dateOf } from "./calendar-date";

// The stage of a cask from a buyer's view. Dates are UTC and inclusive at both ends.

export type CaskStage = "upcoming" | "open" | "closed" | "sold-out" | "ended";

export type CaskTerms = {
  launchesOn: CalendarDate;
  closesOn: CalendarDate;
  totalStakes: number;
  soldStakes: number;
  /** The day the whole cask was sold or bought back. */
  endedOn?: CalendarDate | null;
};

/** A cask that was sold as a whole has ended. 'Sold out' takes precedence over the sales window: nothing is left, whatever the date. */
export function caskStage(cask: CaskTerms, today: CalendarDate): CaskStage {
  if (cask.endedOn) return "ended";
  if (cask.soldStakes >= cask.totalStakes) return "sold-out";
  if (today < cask.launchesOn) return "upcoming";
  return today > cask.closesOn ? "closed" : "open";
}

/** Until a cask opens at midnight UTC, if it does within a day. null: it is open, or that is longer away. */
export function msToOpening(launchesOn: CalendarDate, nowMs: number): number | null {
  return launchesOn === dateOf(nowMs + DAY_MS) ? DAY_MS - (nowMs % DAY_MS) : null;
}

/** Whether its stakes were for sale and are no more, whatever is left of them. */
export const isOver = (stage: CaskStage): boolean => stage === "closed" || stage === "ended";

/** Stakes shown as available: total minus sold. Those held by open checkouts may still become free. */
export function availableStakes(cask: Pick<CaskTerms, "totalStakes" | "soldStakes">): number {
  return Math.max(0, cask.totalStakes - cask.soldStakes);
}
