import { plainFigures } from "./money";

// Bank details are not refused for their format; a likely mistake is only pointed out.

export const LIKELY = {
  /** Four letters for the bank, a zero, six letters or digits for the branch. */
  ifscCode: /^[A-Z]{4}0[A-Z0-9]{6}$/i,
  accountNumber: /^[0-9]{9,18}$/,
} as const;

export const isLikely = (likely: RegExp, text: string) => likely.test(compact(text));
export const looksLikeIfsc = (text: string) => isLikely(LIKELY.ifscCode, text);
export const looksLikeAccountNumber = (text: string) => isLikely(LIKELY.accountNumber, text);

/** As the bank reads it: kept as typed; compared, masked and sent like this. */
export function compact(text: string): string {
  return plainFigures(text).replace(/[\s-]/g, "").toUpperCase();
}

/** '•••• 4321'; empty if there is none. */
export function maskedNumber(last4: string): string {
  return last4 === "" ? "" : `•••• ${last4}`;
}

/** The last four digits, but never the whole of a very short number. */
export function lastFour(accountNumber: string): string {
  const digits = compact(accountNumber);
  return digits.slice(-Math.min(4, Math.ceil(digits.length / 2)));
}
