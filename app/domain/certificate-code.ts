/**
 * No two of these look alike in print, on a screen or in handwriting. There is no x, because typefaces draw one between digits as a
 * multiplication sign. Sixteen of them are 75 bits.
 */
export const CODE_LETTERS = "23456789acdefghjkmnpqrtvwy";
export const CODE_LENGTH = 16;
export const MOST_PASTED = 200;

export function groupCode(code: string): string {
  return code.match(/.{1,4}/g)?.join("-") ?? "";
}

const PASTED = /^["'“”„‘’«‹<([{]*(?:[^?#]*\/verify(?:\/|\?code=))?([a-z0-9_]{1,60})(?:[?#&].*)?["'“”‘’»›>)\]}.,;:!?]*$/;

/** Capitals, spaces, hyphens and what stands around the code are ignored. Empty when it cannot be one. */
export function readCode(typed: unknown): string {
  if (typeof typed !== "string" || typed.length > MOST_PASTED) return "";
  const text = typed
    .normalize("NFKC")
    .replace(/[\s\p{Pd}\p{Cf}\u2212]+/gu, "")
    .toLowerCase();
  return PASTED.exec(text)?.[1] ?? "";
}
