import { worthOf } from "../advance";
import { type CalendarDate, daysBetween, formatDate, formatMonth } from "../calendar-date";
import { addMonths } from "../cycles";
import { countedCents, type HeldStake, latestValuation, type Valuation, type ValuedTier } from "../returns";
import { areaUnder, axisFromZero, dayScale, heightAt, latestApart, type Mark } from "./plot";
import { type Step, stepPath, withStrips } from "./plot";

// Day by day, against what was paid; a stake without a valuation counts at its price.

export const PORTFOLIO_FRAME = { width: 311, height: 98, top: 20, base: 80, plot: 306 } as const;

const MOST_MARKS = 8;
const YEAR = 365;
const STALE_AFTER_MONTHS = 12;

/** A return that was asked for and not refused: from that day on it is an advance on the sale. */
type Advance = { on: CalendarDate; cents: number };

type Held = Pick<HeldStake, "priceCents" | "purchasedOn" | "valuations"> & { advances?: readonly Advance[] };

export type PortfolioHistory = { stakes: readonly Held[]; today: CalendarDate };

type Moment = { day: CalendarDate; valueCents: number; paidCents: number; tier: ValuedTier | null };

export type PortfolioPicture = { notValued: number; chart: PortfolioChart | null };

export type PortfolioChart = {
  from: string;
  lastY: number;
  paid: string;
  value: string;
  stale: string;
  gain: string;
  area: string;
  loss: string;
  marks: Mark[];
};

const WEAKEST_FIRST = ["opinion", "modelled", "measured"] as const;

export function drawPortfolioValue({ stakes, today }: PortfolioHistory): PortfolioPicture {
  const held = stakes.filter((one) => one.purchasedOn <= today);
  const moments = momentsOf(held, today);
  return {
    notValued: held.filter((one) => !latestValuation(one.valuations, today)).length,
    chart: chartOf(moments, today),
  };
}

const worthOn = (one: Held, day: CalendarDate) =>
  worthOf(
    countedCents(latestValuation(one.valuations, day)?.valueCents, one.priceCents),
    (one.advances ?? []).reduce((sum, { on, cents }) => (on <= day ? sum + cents : sum), 0),
  );

function momentsOf(stakes: readonly Held[], today: CalendarDate): Moment[] {
  const tiers = new Map<CalendarDate, ValuedTier | null>();
  for (const { purchasedOn, valuations, advances = [] } of stakes) {
    for (const day of [purchasedOn, ...advances.map(({ on }) => on)])
      if (!tiers.has(day) && day <= today) tiers.set(day, null);
    for (const one of valuations) {
      const { valuedOn, tier } = one;
      if (tier === "issue" || valuedOn <= purchasedOn || valuedOn > today) continue;
      tiers.set(valuedOn, weaker(tier, tiers.get(valuedOn) ?? null));
    }
  }
  return [...tiers.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, tier]) => {
      const bought = stakes.filter(({ purchasedOn }) => purchasedOn <= day);
      return {
        day,
        tier,
        valueCents: bought.reduce((sum, one) => sum + worthOn(one, day), 0),
        paidCents: bought.reduce((sum, one) => sum + one.priceCents, 0),
      };
    });
}

function weaker(one: ValuedTier, other: ValuedTier | null): ValuedTier {
  return WEAKEST_FIRST.find((tier) => tier === one || tier === other) ?? one;
}

type ValuedMoment = Moment & { tier: Exclude<Valuation["tier"], "issue"> };

function chartOf(moments: readonly Moment[], today: CalendarDate): PortfolioChart | null {
  const valued = moments.filter((one): one is ValuedMoment => one.tier !== null);
  const [first] = moments;
  const lastValued = valued.at(-1);
  if (!first || !lastValued) return null;
  const { top, base, plot } = PORTFOLIO_FRAME;
  const x = dayScale(first.day, today, plot);
  const { y } = axisFromZero(Math.max(...moments.flatMap((one) => [one.valueCents, one.paidCents])), { top, base });
  const value = moments.map((one) => ({ x: x(one.day), y: y(one.valueCents) }));
  const paid = moments.map((one) => ({ x: x(one.day), y: y(one.paidCents) }));
  const marks = valued.map(({ day, tier, valueCents, paidCents }) => ({
    kind: tier,
    x: x(day),
    y: y(valueCents),
    day,
    cents: valueCents,
    changeCents: valueCents - paidCents,
  }));
  const isStale = addMonths(lastValued.day, STALE_AFTER_MONTHS) < today;
  const known = isStale ? value.filter((step) => step.x <= x(lastValued.day)) : value;
  const end = isStale ? x(lastValued.day) : plot;
  const since = value.filter((step) => step.x >= x(lastValued.day));
  return {
    from: daysBetween(first.day, today) < YEAR ? formatDate(first.day) : formatMonth(first.day),
    lastY: value.at(-1)?.y ?? base,
    paid: stepPath(paid, plot),
    value: stepPath(known, end),
    stale: isStale ? stepPath(since, plot) : "",
    area: areaUnder(paid, plot, base),
    gain: areaUnder(known, end, base),
    loss: lossBetween(value, paid),
    marks: withStrips(latestApart(marks, MOST_MARKS), plot),
  };
}

function lossBetween(value: readonly Step[], paid: readonly Step[]): string {
  return value
    .map((step, index) => {
      const to = value[index + 1]?.x ?? PORTFOLIO_FRAME.plot;
      const above = heightAt(paid, step.x);
      return step.y > above && to > step.x ? `M${step.x} ${above}H${to}V${step.y}H${step.x}Z` : "";
    })
    .join("");
}
