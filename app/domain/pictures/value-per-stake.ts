import { type CalendarDate, formatMonth } from "../calendar-date";
import { CYCLE_MONTHS, cycleEnd, endedCycles } from "../cycles";
import { latestValuation, type Valuation } from "../returns";
import { axisAround, dayScale, type Mark, type MarkKind, type MoneyAxis, PLOT } from "./plot";
import { stepPath, withStrips } from "./plot";

export const STAKE_VALUE_FRAME = { width: 311, height: 116, top: 22, base: 96 } as const;

/** The latest ones; a cask is valued a few times a year. */
const MOST_MARKS = 12;

export type StakeValueFacts = {
  priceCents: number;
  purchasedOn: CalendarDate;
  valuations: readonly Valuation[];
  today: CalendarDate;
  sale?: { soldOn: CalendarDate; cents: number } | null;
};

type Row = { kind: MarkKind; day: CalendarDate; cents: number };

export type StakeValueChart = {
  axis: MoneyAxis["ticks"];
  from: string;
  cycleEnds: { x: number; months: number }[];
  priceY: number;
  value: string;
  marks: Mark[];
  isSold: boolean;
};

/** @returns null if it was never valued since it was bought */
export function drawStakeValue(facts: StakeValueFacts): StakeValueChart | null {
  const later = laterRows(facts);
  if (later.length === 0) return null;
  return chartOf(facts, { kind: "paid", day: facts.purchasedOn, cents: facts.priceCents }, later);
}

/** Valuations that count from the purchase on, and the sale. One from before the purchase counts until the next. */
function laterRows({ valuations, purchasedOn, today, sale }: StakeValueFacts): Row[] {
  const until = sale ? sale.soldOn : today;
  const atPurchase = latestValuation(valuations, purchasedOn);
  const since = new Map<CalendarDate, Row>();
  if (atPurchase) since.set(atPurchase.valuedOn, rowOf(atPurchase, atPurchase.tier));
  for (const one of valuations) {
    if (one.tier === "issue" || one.valuedOn <= purchasedOn || one.valuedOn > until) continue;
    since.set(one.valuedOn, rowOf(one, one.tier));
  }
  const rows = [...since.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
  return sale ? [...rows, { kind: "sale", day: sale.soldOn, cents: sale.cents }] : rows;
}

const rowOf = ({ valuedOn, valueCents }: Valuation, kind: MarkKind): Row => ({
  kind,
  day: valuedOn,
  cents: valueCents,
});

function chartOf(facts: StakeValueFacts, bought: Row, later: readonly Row[]): StakeValueChart {
  const { purchasedOn, today, sale } = facts;
  const last = sale ? sale.soldOn : today;
  const x = dayScale(purchasedOn, last);
  const { top, base } = STAKE_VALUE_FRAME;
  const { ticks, y } = axisAround(
    [bought, ...later].map((row) => row.cents),
    { top, base },
  );
  const steps = [bought, ...later].map((row) => ({ x: x(row.day), y: y(row.cents) }));
  const cycleEnds = Array.from({ length: endedCycles(purchasedOn, last) }, (_, index) => ({
    x: x(cycleEnd(purchasedOn, index + 1)),
    months: CYCLE_MONTHS * (index + 1),
  }));
  return {
    axis: ticks,
    from: formatMonth(purchasedOn),
    cycleEnds,
    priceY: y(bought.cents),
    value: stepPath(steps, PLOT.width),
    marks: withStrips([bought, ...later.slice(-MOST_MARKS)].map((row) => ({ ...row, x: x(row.day), y: y(row.cents) }))),
    isSold: Boolean(sale),
  };
}
