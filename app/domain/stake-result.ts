import type { CalendarDate } from "./calendar-date";
import { addMonths, CYCLE_MONTHS, monthsSince } from "./cycles";
import { yearlyBasisPointsIn } from "./sale-outcome";

// What one stake brought from the day it was bought to the end of its cask. Whatever must be rounded is rounded against the holder.

export type EndedStake = {
  priceCents: number;
  /** Paid once for an account; counted here as if it was paid for this one stake. */
  joiningFeeCents: number;
  netPerStakeCents: number;
  boughtOn: CalendarDate;
  soldOn: CalendarDate;
};

export type StakeResult = {
  /** Whole months. */
  months: number;
  /** How much longer than a cycle of 24 months; 0: not longer. */
  monthsOver: number;
  netCents: number;
  /** In hundredths of a percent; null: held for less than a year, which says nothing about a year. */
  yearlyBasisPoints: number | null;
};

const YEAR_MONTHS = 12;

export function stakeResult(stake: EndedStake): StakeResult {
  const { netPerStakeCents, boughtOn, soldOn } = stake;
  const paidCents = stake.priceCents + stake.joiningFeeCents;
  const netCents = netPerStakeCents - paidCents;
  const months = monthsSince(boughtOn, soldOn);
  // A gain counts as made in the longer time, a loss in the shorter one.
  const counted = netCents > 0 && addMonths(boughtOn, months) < soldOn ? months + 1 : months;
  return {
    months,
    monthsOver: Math.max(0, months - CYCLE_MONTHS),
    netCents,
    yearlyBasisPoints: months < YEAR_MONTHS ? null : yearlyBasisPointsIn(paidCents, netPerStakeCents, counted),
  };
}
