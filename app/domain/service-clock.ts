// How long people really waited, beside what they were promised.

/** Fewer than these say nothing about the next one. */
export const FEWEST_WAITS = 5;

/** `tookMs`: until it was done; of what is late and still waits, until now. */
export type Wait = { tookMs: number; late: boolean };

/** `figures` is null for too few. */
export type Waits = { count: number; figures: { medianMs: number; slowestMs: number; late: number } | null };

export function measureWaits(waits: readonly Wait[]): Waits {
  const count = waits.length;
  if (count < FEWEST_WAITS) return { count, figures: null };
  const took = waits.map(({ tookMs }) => tookMs);
  const late = waits.filter((one) => one.late).length;
  return {
    count,
    figures: { medianMs: middleOf(took) ?? 0, slowestMs: took.reduce((most, one) => Math.max(most, one), 0), late },
  };
}

/** The median; of an even number the greater of the two in the middle. null: of nothing. */
const middleOf = (figures: readonly number[]): number | null =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? null;
