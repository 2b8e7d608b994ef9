import { worthOf } from "./advance";
import { type CalendarDate, daysBetween } from "./calendar-date";
import { cycleEnd, endedCycles } from "./cycles";

// The earnings of a stake. The value on a day is the latest valuation not after it; a cycle's return is its value at
// the end less its high-water mark, never below zero, so that a gain lost and then regained is paid once. Cents and
// hundredths of a percent are integers throughout.

export type Valuation = {
  valuedOn: CalendarDate;
  valueCents: number;
  tier: "issue" | "measured" | "modelled" | "opinion";
};

export type ValuedTier = Exclude<Valuation["tier"], "issue">;

type TakenCycle = {
  cycleNumber: number;
  state: "progress" | "paid";
  amountCents: number;
  /** The value up to which its return was calculated, which later valuations do not change. */
  reckonedToCents: number;
  interestBasisPoints: number;
};

export type HeldStake = {
  stakeId: string;
  priceCents: number;
  /** The high-water mark of the holdings before it; 0, or absent: it is the first. */
  markCents?: number;
  purchasedOn: CalendarDate;
  /** The later in the list counts if two have the same date. */
  valuations: readonly Valuation[];
  taken: readonly TakenCycle[];
};

export function valueOn(valuations: readonly Valuation[], on: CalendarDate): Valuation | null {
  let latest: Valuation | null = null;
  for (const one of valuations) {
    if (one.valuedOn <= on && (latest === null || one.valuedOn >= latest.valuedOn)) latest = one;
  }
  return latest;
}

/** The issue price says what was paid, not what the cask is worth now. */
function assessed(one: Valuation): (Valuation & { tier: ValuedTier }) | null {
  const { tier } = one;
  return tier === "issue" ? null : { ...one, tier };
}

export function latestValuation(valuations: readonly Valuation[], on: CalendarDate) {
  const latest = valueOn(valuations, on);
  return latest && assessed(latest);
}

export const countedCents = (latestCents: number | null | undefined, priceCents: number) => latestCents ?? priceCents;

export type Valued = { valuedOn: CalendarDate; tier: ValuedTier } | null;

export function valuedBy({ valuedOn, tier }: { valuedOn: CalendarDate | null; tier: ValuedTier | null }): Valued {
  return valuedOn === null || tier === null ? null : { valuedOn, tier };
}

export type CycleReturn = {
  cycleNumber: number;
  earlierEnds: CalendarDate[];
  endsOn: CalendarDate;
  ended: boolean;
  markCents: number;
  /** At the end, or today while the cycle runs; null: not valued since it was issued. */
  endCents: number | null;
  valuedOn: CalendarDate | null;
  tier: ValuedTier | null;
  /** Never below zero; a projection until the cycle has ended. */
  returnCents: number | null;
  interestBasisPoints: number | null;
};

/**
 * The highest of the purchase price, the mark of earlier holdings and every value up to which another cycle's return was calculated. A later cycle's return that
 * begins above this one's end is another part of the rise: it was requested while this one was, or could have been, requested.
 */
function highWaterMark(
  stake: HeldStake,
  { cycleNumber, endCents }: { cycleNumber: number; endCents: number },
  earlierEnds: readonly CalendarDate[],
): number {
  const calculated = earlierEnds.map((day) => valueOn(stake.valuations, day)?.valueCents ?? 0);
  const isAbove = (one: TakenCycle) =>
    one.cycleNumber > cycleNumber && one.reckonedToCents - one.amountCents >= endCents;
  const taken = stake.taken
    .filter((one) => one.cycleNumber !== cycleNumber && !isAbove(one))
    .map((one) => one.reckonedToCents);
  return Math.max(stake.priceCents, stake.markCents ?? 0, ...calculated, ...taken);
}

export function cycleReturn(stake: HeldStake, cycleNumber: number, today: CalendarDate): CycleReturn {
  const earlierEnds = Array.from({ length: cycleNumber - 1 }, (_, index) => cycleEnd(stake.purchasedOn, index + 1));
  const endsOn = cycleEnd(stake.purchasedOn, cycleNumber);
  const ended = today >= endsOn;
  const found = valueOn(stake.valuations, ended ? endsOn : today);
  const markCents = highWaterMark(stake, { cycleNumber, endCents: found?.valueCents ?? 0 }, earlierEnds);
  const valuation = found && assessed(found);
  const returnCents = valuation && Math.max(0, valuation.valueCents - markCents);
  return {
    cycleNumber,
    earlierEnds,
    endsOn,
    ended,
    markCents,
    endCents: valuation?.valueCents ?? null,
    valuedOn: valuation?.valuedOn ?? null,
    tier: valuation?.tier ?? null,
    returnCents,
    interestBasisPoints: returnCents === null ? null : basisPoints(returnCents, stake.priceCents),
  };
}

/** Basis points, rounded half up: 2,080 is 20.80 %. */
export function basisPoints(amountCents: number, ofCents: number): number {
  // Exact for integers of any size: floor((2 · amount · 10,000 + of) / (2 · of)).
  const doubled = BigInt(amountCents) * 20_000n + BigInt(ofCents);
  const divisor = BigInt(ofCents) * 2n;
  const quotient = doubled / divisor;
  return Number(doubled % divisor < 0n ? quotient - 1n : quotient);
}

/** 20.8 for 2,080: the figure shown and sent on the wire. */
export function percentOf(points: number): number {
  return points / 100;
}

/** The returns that were paid or asked for: an advance on the sale of its cask. */
export const advancedCents = ({ taken }: Pick<HeldStake, "taken">): number =>
  taken.reduce((sum, one) => sum + one.amountCents, 0);

/** Today's value less the price; null: it was not valued, so no return can have been paid either. */
export function unrealisedCents(stake: HeldStake, today: CalendarDate): number | null {
  const latest = latestValuation(stake.valuations, today);
  const advanced = advancedCents(stake);
  if (!latest && advanced === 0) return null;
  return worthOf(countedCents(latest?.valueCents, stake.priceCents), advanced) - stake.priceCents;
}

/** 'progress' and 'paid' are the words on the wire. 'ready' can be withdrawn now, 'running' waits for its first cycle. */
type StandingStatus = "progress" | "paid" | "ready" | "running";

export type Standing = {
  stakeId: string;
  status: StandingStatus;
  isWithdrawable: boolean;
  currentCycleNumber: number;
  returnCents: number | null;
  interestBasisPoints: number | null;
  valuedOn: CalendarDate | null;
  tier: ValuedTier | null;
  daysSincePurchase: number;
  daysRemainingToWithdraw: number;
};

/** In this order: the oldest ended cycle with a return not yet requested, a request in progress, the running cycle. */
export function standingOf(stake: HeldStake, today: CalendarDate): Standing {
  const ended = endedCycles(stake.purchasedOn, today);
  const daysSincePurchase = Math.max(0, daysBetween(stake.purchasedOn, today));
  const base = { stakeId: stake.stakeId, daysSincePurchase };
  const ready = withdrawableCycle(stake, today);
  if (ready) return { ...base, ...figures(ready), status: "ready", isWithdrawable: true, daysRemainingToWithdraw: 0 };

  const running = cycleReturn(stake, ended + 1, today);
  const waiting = { isWithdrawable: false, daysRemainingToWithdraw: daysBetween(today, running.endsOn) };
  const open = stake.taken
    .filter((one) => one.state === "progress")
    .reduce<TakenCycle | null>((oldest, one) => (oldest && oldest.cycleNumber < one.cycleNumber ? oldest : one), null);
  if (open) {
    const { cycleNumber: currentCycleNumber, amountCents: returnCents, interestBasisPoints } = open;
    const { valuedOn, tier } = cycleReturn(stake, currentCycleNumber, today);
    return {
      ...base,
      ...waiting,
      currentCycleNumber,
      returnCents,
      interestBasisPoints,
      valuedOn,
      tier,
      status: "progress",
    };
  }
  const lastPaid = stake.taken.some((one) => one.cycleNumber === ended && one.state === "paid");
  return { ...base, ...waiting, ...figures(running), status: lastPaid ? "paid" : "running" };
}

export function withdrawableCycle(stake: HeldStake, today: CalendarDate): CycleReturn | null {
  const taken = new Set(stake.taken.map((one) => one.cycleNumber));
  const ended = endedCycles(stake.purchasedOn, today);
  for (let number = 1; number <= ended; number++) {
    if (taken.has(number)) continue;
    const cycle = cycleReturn(stake, number, today);
    if (cycle.returnCents !== null && cycle.returnCents > 0) return cycle;
  }
  return null;
}

function figures(cycle: CycleReturn) {
  const { cycleNumber: currentCycleNumber, returnCents, interestBasisPoints, valuedOn, tier } = cycle;
  return { currentCycleNumber, returnCents, interestBasisPoints, valuedOn, tier };
}

/** A withdrawable stake (longest held first), else one in progress, else the one with the fewest days left. */
export function priorityStanding(standings: readonly Standing[]): Standing | null {
  const rank = (one: Standing) => (one.isWithdrawable ? 0 : one.status === "progress" ? 1 : 2);
  const byPriority = (a: Standing, b: Standing) =>
    rank(a) - rank(b) ||
    (rank(a) === 2 ? a.daysRemainingToWithdraw - b.daysRemainingToWithdraw : 0) ||
    b.daysSincePurchase - a.daysSincePurchase;
  return [...standings].sort(byPriority)[0] ?? null;
}
