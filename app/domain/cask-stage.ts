import type { CalendarDate } from "./calendar-date";

// Dates are UTC and inclusive at both ends.

export type CaskStage = "upcoming" | "open" | "closed" | "sold-out" | "ended";

export type CaskTerms = {
  launchesOn: CalendarDate;
  closesOn: CalendarDate;
  totalStakes: number;
  soldStakes: number;
  endedOn?: CalendarDate | null;
};

/** 'Sold out' takes precedence over the sales window: nothing is left, whatever the date. */
export function caskStage(cask: CaskTerms, today: CalendarDate): CaskStage {
  if (cask.endedOn) return "ended";
  if (cask.soldStakes >= cask.totalStakes) return "sold-out";
  if (today < cask.launchesOn) return "upcoming";
  return today > cask.closesOn ? "closed" : "open";
}

export const isOver = (stage: CaskStage): boolean => stage === "closed" || stage === "ended";

/** Stakes held by open checkouts may still become free. */
export function availableStakes(cask: Pick<CaskTerms, "totalStakes" | "soldStakes">): number {
  return Math.max(0, cask.totalStakes - cask.soldStakes);
}
