// Only numbers and codes are read like this; names, addresses and texts never.

const DIGIT = /\p{Nd}/u;

/** Digits of any script as 0-9, any hyphen and any space as the plain one, without invisible marks: phones and contact lists add these. */
export const plainFigures = (typed: string): string =>
  typed
    .replace(/\p{Cf}+/gu, "")
    .replace(/[\p{Zs}\t]/gu, " ")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/＋/g, "+")
    .replace(/(?![0-9])\p{Nd}/gu, digitOf);

/** The digits of each script follow each other from zero on. */
function digitOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  // Mathematical digits are several alphabets in one row.
  return String((code - zero) % 10);
}

/** Plain, by thousands ('1,234,567'), or by hundreds above the first thousand, as in India ('12,34,567'). */
const WHOLE = /^(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3}|\d{1,2}(?:,\d{2}){1,4},\d{3})$/;

/**
 * '1,234.5' with one decimal is 12345.
 * @returns null unless it is a number that is not negative, with at most so many decimals
 */
export function typedFigure(typed: string, decimals: 0 | 1 | 2): number | null {
  const [whole = "", part, ...more] = plainFigures(typed).trim().split(".");
  const fits = part === undefined || (/^\d+$/.test(part) && part.length <= decimals);
  if (!WHOLE.test(whole) || !fits || more.length > 0) return null;
  return Number(whole.replaceAll(",", "") + (part ?? "").padEnd(decimals, "0"));
}

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

/** A login code. Six digits that stand alone are read out of a text; `typed`: fewer, to be shown again. */
export function typedOtp(text: string): { code: string | null; typed: string } {
  const plain = plainFigures(text);
  const digits = plain.replace(/[\s-]/g, "");
  const [code = null, ...more] = /^[0-9]{6}$/.test(digits)
    ? [digits]
    : (plain.match(/(?<![0-9])[0-9]{6}(?![0-9])/g) ?? []);
  return { code: more.length === 0 ? code : null, typed: /^[0-9]{1,5}$/.test(digits) ? digits : "" };
}
