/**
 * What a certificate's code is made of: no two of these look alike, in print, on a screen or in handwriting, in capitals or
 * not. There is no x, because typefaces draw one between digits as a multiplication sign. Sixteen of them are 75 bits.
 */
export const CODE_LETTERS = "23456789acdefghjkmnpqrtvwy";
export const CODE_LENGTH = 16;
/** Room for the whole address of its page. */
export const MOST_PASTED = 200;

/** 'abcd-efgh-jkmn-pqrt': as it is printed and read out. */
export function groupCode(code: string): string {
  return code.match(/.{1,4}/g)?.join("-") ?? "";
}

/** The code alone, in quotes or brackets, at the end of a sentence, or as the address of its page. */
const PASTED = /^["'“”„‘’«‹<([{]*(?:[^?#]*\/verify(?:\/|\?code=))?([a-z0-9_]{1,60})(?:[?#&].*)?["'“”‘’»›>)\]}.,;:!?]*$/;

/**
 * The code as typed or pasted: capitals, spaces and any kind of hyphen are ignored, and what stands around it. Empty when it cannot
 * be one.
 */
export function readCode(typed: unknown): string {
  if (typeof typed !== "string" || typed.length > MOST_PASTED) return "";
  const text = typed
    .normalize("NFKC")
    .replace(/[\s\p{Pd}\p{Cf}\u2212]+/gu, "")
    .toLowerCase();
  return PASTED.exec(text)?.[1] ?? "";
}
