import { type CalendarDate, daysBetween } from "../calendar-date";
import { formatUsdShort } from "../money";

// Days to the right, money upwards, steps between. Everything is a whole pixel, which keeps lines sharp and paths short.

export const PLOT = { width: 259, labels: 311 } as const;

export function dayScale(
  first: CalendarDate,
  last: CalendarDate,
  width: number = PLOT.width,
): (day: CalendarDate) => number {
  const days = Math.max(1, daysBetween(first, last));
  return (day) => Math.round((width * Math.min(Math.max(daysBetween(first, day), 0), days)) / days);
}

const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10] as const;

/** The smallest round figure that is not below this one: 1, 1.5, 2 and so on, times a power of ten, in cents. */
function roundUp(cents: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(cents, 1)));
  const factor = ROUND.find((one) => one * power >= cents) ?? 10;
  return Math.max(1, Math.round(factor * power));
}

export type MoneyAxis = { ticks: { cents: number; y: number }[]; y: (cents: number) => number };

function axisOf(from: number, step: number, { top, base }: { top: number; base: number }): MoneyAxis {
  const y = (cents: number) => Math.round(base - ((base - top) * (cents - from)) / (2 * step));
  return { ticks: [from, from + step, from + 2 * step].map((cents) => ({ cents, y: y(cents) })), y };
}

type Heights = { top: number; base: number };

/** From zero, so that heights can be compared. */
export function axisFromZero(highest: number, heights: Heights): MoneyAxis {
  return axisOf(0, roundUp(highest / 2), heights);
}

const LONGEST_LABEL = 5;

function areLegible(ticks: readonly number[]): boolean {
  const labels = ticks.map(formatUsdShort);
  return new Set(labels).size === ticks.length && labels.every(({ length }) => length <= LONGEST_LABEL);
}

/** Only the range that matters, a tenth wider on both sides. It starts at zero if it comes near. */
export function axisAround(values: readonly number[], heights: Heights): MoneyAxis {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const pad = high > low ? (high - low) / 10 : Math.max(high / 10, 100);
  const [from, to] = [Math.max(0, low - pad), high + pad];
  let step = roundUp((to - from) / 2);
  const lowest = () => Math.floor(from / step) * step;
  while (lowest() + 2 * step < to || !areLegible([0, 1, 2].map((times) => lowest() + times * step))) {
    step = roundUp(step + 1);
  }
  return axisOf(lowest(), step, heights);
}

export type Step = { x: number; y: number };

/** A line that stays at a height until the next step: nothing is known in between. @param end where it stops */
export function stepPath(steps: readonly Step[], end: number): string {
  const [first, ...rest] = steps;
  if (!first) return "";
  let path = `M${first.x} ${first.y}`;
  let { y } = first;
  for (const step of rest) {
    if (step.y !== y) path += `H${step.x}V${step.y}`;
    y = step.y;
  }
  return `${path}H${end}`;
}

export function areaUnder(steps: readonly Step[], end: number, base: number): string {
  const [first] = steps;
  return first ? `${stepPath(steps, end)}V${base}H${first.x}Z` : "";
}

export function heightAt(steps: readonly Step[], x: number): number {
  return steps.reduce((y, step) => (step.x <= x ? step.y : y), steps[0]?.y ?? 0);
}

export type MarkKind = "paid" | "measured" | "modelled" | "opinion" | "sale";

export type Mark = {
  kind: MarkKind;
  x: number;
  y: number;
  from: number;
  to: number;
  day: CalendarDate;
  cents: number;
  changeCents?: number;
};

/** The narrowest target that a finger hits. */
const TARGET = 24;

/** The latest marks that keep a finger's distance, at most so many. What has no mark is in the table. */
export function latestApart<M extends { x: number }>(marks: readonly M[], most: number): M[] {
  const kept: M[] = [];
  for (const mark of [...marks].reverse()) {
    const next = kept[0];
    if (kept.length < most && (!next || next.x - mark.x >= TARGET)) kept.unshift(mark);
  }
  return kept;
}

export function withStrips(marks: readonly Omit<Mark, "from" | "to">[], width: number = PLOT.width): Mark[] {
  const between = (a: { x: number }, b: { x: number }) => Math.round((a.x + b.x) / 2);
  return marks.map((mark, index) => {
    const [before, after] = [marks[index - 1], marks[index + 1]];
    return {
      ...mark,
      from: before ? between(before, mark) : Math.max(mark.x - TARGET, -6),
      to: after ? between(mark, after) : Math.min(mark.x + TARGET, width + 6),
    };
  });
}
