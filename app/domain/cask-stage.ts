import type { CalendarDate } from "./calendar-date";

// Where a cask stands for a buyer. Dates are inclusive at both ends, in UTC.

export type CaskStage = "upcoming" | "open" | "closed" | "sold-out";

export type CaskTerms = { launchesOn: CalendarDate; closesOn: CalendarDate; totalStakes: number; soldStakes: number };

/** Sold out outranks the window: there is nothing left whatever the date. */
export function caskStage(cask: CaskTerms, today: CalendarDate): CaskStage {
  if (cask.soldStakes >= cask.totalStakes) return "sold-out";
  if (today < cask.launchesOn) return "upcoming";
  return today > cask.closesOn ? "closed" : "open";
}

/** Stakes a buyer is told of: total minus sold. Those held in other checkouts may still come back. */
export function availableStakes(cask: Pick<CaskTerms, "totalStakes" | "soldStakes">): number {
  return Math.max(0, cask.totalStakes - cask.soldStakes);
}
