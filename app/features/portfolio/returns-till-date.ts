import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { basisPoints, percentOf, unrealisedCents, type Valuation, valueOn } from "~/domain/returns";
import { type Holdings, type HoldingsRows, isTakenCycle } from "./holdings";

export type ReturnsTillDate = {
  percent: number | null;
  since: CalendarDate | null;
  realisedCents: number;
  unrealisedCents: number | null;
  valuedOn: CalendarDate | null;
  tier: "measured" | "modelled" | "opinion" | null;
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
  const basis = oldestValuation(holdings);
  const dates = [...holdings.active.map((one) => one.purchasedOn), ...sold.map((row) => dateOf(row.purchasedAtMs))];
  return {
    percent: known && costCents > 0 ? percentOf(basisPoints(realisedCents + (unrealised ?? 0), costCents)) : null,
    since: dates.sort()[0] ?? null,
    realisedCents,
    unrealisedCents: unrealised,
    valuedOn: basis?.valuedOn ?? null,
    tier: basis === null || basis.tier === "issue" ? null : basis.tier,
  };
}

/** With several casks the figure is only as recent as their oldest valuation. */
function oldestValuation({ active, today }: Holdings): Valuation | null {
  const current = active
    .map((one) => valueOn(one.valuations, today))
    .filter((one) => one !== null && one.tier !== "issue");
  return current.reduce((oldest, one) => (oldest && one && oldest.valuedOn <= one.valuedOn ? oldest : one), null);
}

export function total(cents: readonly number[]): number {
  return cents.reduce((sum, one) => sum + one, 0);
}
