import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { basisPoints, latestValuation, percentOf, unrealisedCents, type ValuedTier } from "~/domain/returns";
import { type Holdings, type HoldingsRows, isTakenCycle } from "./holdings";

export type ReturnsTillDate = {
  percent: number | null;
  since: CalendarDate | null;
  realisedCents: number;
  unrealisedCents: number | null;
  /** Of the oldest valuation that the figure rests on. */
  valuedOn: CalendarDate | null;
  tier: ValuedTier | null;
  valuedCasks: number;
};

/**
 * Realised: what was requested or paid, plus what sold stakes brought above their price. Unrealised: the active stakes' gain so
 * far. The percentage is both over what these stakes cost. Frozen stakes do not count.
 */
export function returnsTillDate(rows: HoldingsRows, holdings: Holdings): ReturnsTillDate {
  const sold = rows.stakes.filter((row) => row.state === "ended" && row.soldForCents !== null);
  const realisedCents =
    total(rows.withdrawals.filter(isTakenCycle).map((row) => row.amountCents)) +
    total(sold.map((row) => (row.soldForCents ?? 0) - row.priceCents));
  const parts = holdings.active.map((one) => unrealisedCents(one, holdings.today)).filter((cents) => cents !== null);
  const unrealised = parts.length > 0 ? total(parts) : null;
  const costCents = total([...holdings.active, ...sold].map((one) => one.priceCents));
  const known = unrealised !== null || sold.length > 0 || realisedCents > 0;
  const valued = valuedHoldings(holdings);
  const basis = oldest(valued);
  const dates = [...holdings.active.map((one) => one.purchasedOn), ...sold.map((row) => dateOf(row.purchasedAtMs))];
  return {
    percent: known && costCents > 0 ? percentOf(basisPoints(realisedCents + (unrealised ?? 0), costCents)) : null,
    since: dates.sort()[0] ?? null,
    realisedCents,
    unrealisedCents: unrealised,
    valuedOn: basis?.valuedOn ?? null,
    tier: basis?.tier ?? null,
    valuedCasks: new Set(valued.map(({ caskId }) => caskId)).size,
  };
}

type ValuedHolding = { caskId: string; valuedOn: CalendarDate; tier: ValuedTier };

function valuedHoldings({ active, today }: Holdings): ValuedHolding[] {
  return active.flatMap(({ caskId, valuations }) => {
    const latest = latestValuation(valuations, today);
    return latest ? [{ caskId, valuedOn: latest.valuedOn, tier: latest.tier }] : [];
  });
}

/** With several casks the figure is only as recent as their oldest valuation. */
function oldest(valued: readonly ValuedHolding[]): ValuedHolding | null {
  return valued.reduce<ValuedHolding | null>(
    (first, one) => (first && first.valuedOn <= one.valuedOn ? first : one),
    null,
  );
}

export function total(cents: readonly number[]): number {
  return cents.reduce((sum, one) => sum + one, 0);
}
