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

/** A login code. Six digits that stand alone are read out of a text; `typed`: fewer, to be shown again. */
export function typedOtp(text: string): { code: string | null; typed: string } {
  const plain = plainFigures(text);
  const digits = plain.replace(/[\s-]/g, "");
  const [code = null, ...more] = /^[0-9]{6}$/.test(digits)
    ? [digits]
    : (plain.match(/(?<![0-9])[0-9]{6}(?![0-9])/g) ?? []);
  return { code: more.length === 0 ? code : null, typed: /^[0-9]{1,5}$/.test(digits) ? digits : "" };
}
