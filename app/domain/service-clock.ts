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
  const sorted = waits.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? 0;
  // Of an even number the slower of the two in the middle.
  const medianMs = at(Math.floor(count / 2));
  return { count, figures: { medianMs, slowestMs: at(count - 1), late: waits.filter(({ late }) => late).length } };
}
