/** Can be read aloud and typed without mistakes: no 0 or O, 1, I or L, and no U. */
const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 8;

/** 30^8 codes. Bytes that would favour some letters are discarded. */
export function newReferralCode(): string {
  let code = "";
  while (code.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * LENGTH))) {
      if (byte < 240 && code.length < LENGTH) code += LETTERS.charAt(byte % LETTERS.length);
    }
  }
  return code;
}

/** A code from a link, normalised for lookup; null if it cannot be one, which never blocks signing up. */
export function readReferralCode(typed: string | null): string | null {
  const code = typed?.trim() ?? "";
  return /^[A-Za-z0-9]{4,16}$/.test(code) ? code : null;
}
