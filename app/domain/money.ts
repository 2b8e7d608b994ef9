import { plainFigures, typedFigure } from "./typed-figure";

// Money is an integer number of cents. It is formatted here and nowhere else.

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** '$1,250.00'; negative amounts get a real minus sign. */
export function formatUsd(cents: number): string {
  const text = dollars.format(Math.abs(cents) / 100);
  return cents < 0 ? `\u2212${text}` : text;
}

/** A gain or a loss: '+$139.10', '−$120.00', '$0.00'. */
export function formatChange(cents: number): string {
  return cents > 0 ? `+${formatUsd(cents)}` : formatUsd(cents);
}

/** '10' or '10.50', for texts that contain the '$' themselves. */
export function formatDollarFigure(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : plainDollars(cents);
}

/** '1250.50': for form fields, files and providers. */
export function plainDollars(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** '1.5%'. @param basisPoints hundredths of a percent */
export const formatRate = (basisPoints: number): string => `${basisPoints / 100}%`;

/** '$500', '$2.5k', '$1.25M': for the axis of a chart. */
export function formatUsdShort(cents: number): string {
  const dollar = cents / 100;
  if (dollar >= 1_000_000) return `$${trimmed(dollar / 1_000_000)}M`;
  return dollar >= 1_000 ? `$${trimmed(dollar / 1_000)}k` : `$${trimmed(dollar)}`;
}

const trimmed = (figure: number) => String(Math.round(figure * 100) / 100);

/**
 * Dollars as people type them: '1250', '$1,250.50', '1,00,000'.
 * @returns null unless it is a non-negative amount with at most two decimals
 */
export function typedToCents(text: string): number | null {
  const figure = /^\$? ?([\d,.]+)$/.exec(plainFigures(text).trim())?.[1];
  return figure === undefined ? null : typedFigure(figure, 2);
}

export function centsToWire(cents: number): number {
  return Math.round(cents) / 100;
}

export function wireToCents(dollarsOnWire: number): number | null {
  const cents = Math.round(dollarsOnWire * 100);
  const exact = Number.isSafeInteger(cents) && cents >= 0 && Math.abs(dollarsOnWire * 100 - cents) < 1e-6;
  return exact ? cents : null;
}
