import { type CalendarDate, daysBetween } from "./calendar-date";
import type { Valuation } from "./returns";

// How right published values were: each against what a stake brought when its cask ended. Whatever must be rounded is rounded against
// whoever published the value. The public program computes the same with code of its own.

/** A value of one stake as it was published, corrected later or not, and the end of its cask. `netCents`: what a stake brought after all costs of the sale. */
export type JudgedValue = Pick<Valuation, "valuedOn" | "valueCents" | "tier"> & {
  soldOn: CalendarDate;
  netCents: number;
};

/** How many days before the end of the cask a value was from, at least. */
export const VALUE_AGES = [0, 183, 366, 731] as const;

export type ValueRecord = {
  tier: Valuation["tier"] | "all";
  /** One of `VALUE_AGES`; null: of all ages together. */
  fromDays: (typeof VALUE_AGES)[number] | null;
  values: number;
  /** In hundredths of a percent of the value. Half of the values were off by no more than this, upwards or downwards. */
  medianPoints: number;
  /** The mean, with its sign: below zero, values were too high. */
  biasPoints: number;
  /** The one that was off furthest, with its sign. */
  worstPoints: number;
};

/**
 * How far the outcome was from the value, in hundredths of a percent of the value, rounded down: -2000 is a stake that brought a fifth
 * less than it was said to be worth. null: of nothing there is no percentage.
 */
export const errorOf = (valueCents: number, netCents: number): number | null =>
  valueCents <= 0 ? null : Math.floor(((netCents - valueCents) * 10_000) / valueCents);

/** Whether a value says anything of what was to come: one of the day of the sale, or later, does not. */
export const isJudged = ({ valuedOn, soldOn, valueCents }: Pick<JudgedValue, "valuedOn" | "soldOn" | "valueCents">) =>
  valuedOn < soldOn && valueCents > 0;

const ageOf = ({ valuedOn, soldOn }: JudgedValue) => {
  const days = daysBetween(valuedOn, soldOn);
  return VALUE_AGES.findLast((from) => days >= from) ?? 0;
};

/** One line for each basis and age of which there are values, sorted by both; those of all ages and of all bases first. */
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

/** Of an even number of values, the greater of the two in the middle. */
function figuresOf(errors: readonly number[]) {
  const bySize = errors.toSorted((a, b) => Math.abs(a) - Math.abs(b) || b - a);
  return {
    medianPoints: Math.abs(bySize[Math.floor(bySize.length / 2)] ?? 0),
    biasPoints: Math.floor(errors.reduce((sum, error) => sum + error, 0) / errors.length),
    worstPoints: bySize.at(-1) ?? 0,
  };
}
