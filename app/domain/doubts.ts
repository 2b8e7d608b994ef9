import type { CalendarDate } from "./calendar-date";

// Typing that can hardly be right is asked about before it is kept. Litres are those of alcohol, in tenths.

/** Litres that a cask of each type holds, with a tenth more for the cooper's hand. */
const HOLDS_LITRES = { barrel: 220, hogshead: 275, butt: 550, barrique: 250, "rum-barrel": 220 } as const;
export type CaskType = keyof typeof HOLDS_LITRES;

/** Without a strength, a cask full of the strongest new make is the measure. */
const STRONGEST_TENTHS = 700;

export type TooMuch = { caskType: CaskType; litres: number; holds: number };

/**
 * @param abvTenths null: not known.
 * @returns null: it fits
 */
export function tooMuchLiquid(caskType: CaskType, loaDecilitres: number, abvTenths: number | null): TooMuch | null {
  const strength = abvTenths === null || abvTenths === 0 ? STRONGEST_TENTHS : abvTenths;
  const litres = Math.round((loaDecilitres * 100) / strength);
  const holds = HOLDS_LITRES[caskType];
  return litres > holds ? { caskType, litres, holds } : null;
}

export type Measured = { day: CalendarDate; loaDecilitres: number };

const YEAR_MS = 365.25 * 86_400_000;
/** Two measurements of the same cask differ by as much. */
const MARGIN = 0.02;
/** A loss of 2 to 3 % a year is usual; twice that is not. */
const MOST_LOST_A_YEAR = 0.06;

/** Whether a cask has gained, or lost far more than the angels take. */
export function regaugeDoubt(now: Measured, last: Measured): "more" | "much-less" | null {
  if (now.day < last.day) return null;
  const years = (Date.parse(now.day) - Date.parse(last.day)) / YEAR_MS;
  if (now.loaDecilitres > last.loaDecilitres * (1 + MARGIN)) return "more";
  const least = last.loaDecilitres * (1 - MARGIN - MOST_LOST_A_YEAR * years);
  return now.loaDecilitres < least ? "much-less" : null;
}
