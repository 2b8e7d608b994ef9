import { type CalendarDate, daysBetween } from "./calendar-date";
import type { Valuation } from "./returns";

// How accurate published values were: each against what a stake brought when its cask was sold. Rounded against the publisher of the
// value. The public program computes the same with code of its own.

/** `netCents`: what a stake brought after all costs of the sale. */
export type JudgedValue = Pick<Valuation, "valuedOn" | "valueCents" | "tier"> & {
  soldOn: CalendarDate;
  netCents: number;
};

/** Least days between a value and the sale. */
export const VALUE_AGES = [0, 183, 366, 731] as const;

export type ValueRecord = {
  tier: Valuation["tier"] | "all";
  /** null: all ages together. */
  fromDays: (typeof VALUE_AGES)[number] | null;
  values: number;
  /** The median error, in hundredths of a percent of the value. */
  medianPoints: number;
  /** With its sign: below zero, values were too high. */
  biasPoints: number;
  worstPoints: number;
};

/** In hundredths of a percent of the value, rounded down: -2000 is a stake that brought a fifth less than its value. */
export const errorOf = (valueCents: number, netCents: number): number | null =>
  valueCents <= 0 ? null : Math.floor(((netCents - valueCents) * 10_000) / valueCents);

/** A value of the day of the sale, or later, predicts nothing. */
export const isJudged = ({ valuedOn, soldOn, valueCents }: Pick<JudgedValue, "valuedOn" | "soldOn" | "valueCents">) =>
  valuedOn < soldOn && valueCents > 0;

const ageOf = ({ valuedOn, soldOn }: JudgedValue) => {
  const days = daysBetween(valuedOn, soldOn);
  return VALUE_AGES.findLast((from) => days >= from) ?? 0;
};

export function recordOf(values: readonly JudgedValue[]): ValueRecord[] {
  const groups = new Map<string, { tier: ValueRecord["tier"]; fromDays: ValueRecord["fromDays"]; errors: number[] }>();
  for (const value of values) {
    const error = isJudged(value) ? errorOf(value.valueCents, value.netCents) : null;
    if (error === null) continue;
    for (const tier of ["all", value.tier] as const)
      for (const fromDays of [null, ageOf(value)]) {
        const key = `${tier} ${fromDays === null ? "" : 1_000 + fromDays}`;
        const group = groups.get(key) ?? { tier, fromDays, errors: [] };
        groups.set(key, { ...group, errors: [...group.errors, error] });
      }
  }
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { tier, fromDays, errors }]) => ({ tier, fromDays, values: errors.length, ...figuresOf(errors) }));
}

function figuresOf(errors: readonly number[]) {
  const bySize = errors.toSorted((a, b) => Math.abs(a) - Math.abs(b) || b - a);
  return {
    medianPoints: Math.abs(bySize[Math.floor(bySize.length / 2)] ?? 0),
    biasPoints: Math.floor(errors.reduce((sum, error) => sum + error, 0) / errors.length),
    worstPoints: bySize.at(-1) ?? 0,
  };
}
