import type { CalendarDate } from "~/domain/calendar-date";
import type { ValuedTier } from "~/domain/returns";
import { gainOf, type StakeFigures } from "~/areas/holdings/stake-figures";

export type ReturnsTillDate = {
  percent: number | null;
  since: CalendarDate | null;
  realisedCents: number;
  /** The part of it that was asked for and not paid yet. */
  onTheWayCents: number;
  /** Part of it was credited to the wallet, by a sale. */
  hasSales: boolean;
  unrealisedCents: number | null;
  /** Of the oldest valuation that the figure rests on. */
  valuedOn: CalendarDate | null;
  /** Of the newest one. */
  valuedUntil: CalendarDate | null;
  tier: ValuedTier | null;
};

/**
 * The sums of the stakes' figures. The percentage is realised and unrealised over what the active and the sold stakes cost.
 * A frozen stake counts only with what was requested or paid of it before.
 */
export function returnsTillDate(stakes: readonly StakeFigures[]): ReturnsTillDate {
  const sold = stakes.filter(({ state, soldForCents }) => state === "ended" && soldForCents !== null);
  const counted = [...stakes.filter(({ state }) => state === "active"), ...sold];
  const realisedCents = total(stakes.map((one) => one.realisedCents));
  const parts = stakes.map((one) => one.unrealisedCents).filter((cents) => cents !== null);
  const unrealisedCents = parts.length > 0 ? total(parts) : null;
  const costCents = total(counted.map((one) => one.priceCents));
  const isKnown = unrealisedCents !== null || sold.length > 0 || realisedCents > 0;
  const valued = stakes.flatMap(({ value }) => (value ? [value] : []));
  // With several casks the figure is only as recent as their oldest valuation.
  const basis = valued.reduce<(typeof valued)[number] | null>(
    (first, one) => (first && first.valuedOn <= one.valuedOn ? first : one),
    null,
  );
  return {
    percent: isKnown && costCents > 0 ? gainOf(realisedCents + (unrealisedCents ?? 0), costCents).percent : null,
    since: counted.map((one) => one.purchasedOn).sort()[0] ?? null,
    realisedCents,
    onTheWayCents: total(stakes.map((one) => one.onTheWayCents)),
    hasSales: sold.length > 0,
    unrealisedCents,
    valuedOn: basis?.valuedOn ?? null,
    valuedUntil:
      valued
        .map(({ valuedOn }) => valuedOn)
        .sort()
        .at(-1) ?? null,
    tier: basis?.tier ?? null,
  };
}

export function total(cents: readonly number[]): number {
  return cents.reduce((sum, one) => sum + one, 0);
}
