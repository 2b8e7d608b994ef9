// Hints, never errors: no bank detail is refused for its form, but a likely slip of the finger is pointed out.

/** Four letters of the bank, a zero, six letters or digits of the branch. Case and spaces do not matter. */
export function looksLikeIfsc(text: string): boolean {
  return /^[A-Z]{4}0[A-Z0-9]{6}$/.test(compact(text).toUpperCase());
}

/** Indian banks number their accounts with 9 to 18 digits. */
export function looksLikeAccountNumber(text: string): boolean {
  return /^[0-9]{9,18}$/.test(compact(text));
}

/** Two ways to write the same number compare as equal. */
export function compact(text: string): string {
  return text.replace(/[\s-]/g, "");
}

/** '•••• 4321': how an account number is shown wherever it is not being edited. Empty where there is none. */
export function maskedNumber(last4: string): string {
  return last4 === "" ? "" : `•••• ${last4}`;
}

/** What may be kept readable: the last four, and of a very short number not all of it. */
export function lastFour(accountNumber: string): string {
  const digits = compact(accountNumber);
  return digits.slice(-Math.min(4, Math.ceil(digits.length / 2)));
}
