import { plainFigures } from "./typed-figure";

// Hints, never errors: bank details are not refused for their format, but a likely typing mistake is pointed out.

export const LIKELY = {
  /** Four letters for the bank, a zero, six letters or digits for the branch. */
  ifscCode: /^[A-Z]{4}0[A-Z0-9]{6}$/i,
  /** Account numbers in India have 9 to 18 digits. */
  accountNumber: /^[0-9]{9,18}$/,
} as const;

/** Case and spaces do not matter. */
export const isLikely = (likely: RegExp, text: string) => likely.test(compact(text));
export const looksLikeIfsc = (text: string) => isLikely(LIKELY.ifscCode, text);
export const looksLikeAccountNumber = (text: string) => isLikely(LIKELY.accountNumber, text);

/** An account number or bank code as the bank reads it: it is kept as typed, and compared, masked and sent like this. */
export function compact(text: string): string {
  return plainFigures(text).replace(/[\s-]/g, "").toUpperCase();
}

/** '•••• 4321': how an account number is shown everywhere but in the form that edits it. Empty if there is none. */
export function maskedNumber(last4: string): string {
  return last4 === "" ? "" : `•••• ${last4}`;
}

/** What may stay readable: the last four digits, but never the whole of a very short number. */
export function lastFour(accountNumber: string): string {
  const digits = compact(accountNumber);
  return digits.slice(-Math.min(4, Math.ceil(digits.length / 2)));
}
