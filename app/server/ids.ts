import { CODE_LENGTH, CODE_LETTERS } from "~/domain/certificate-code";

/** The public code of a certificate: each letter equally likely. */
export function newCertificateCode(): string {
  // Bytes past the last whole round of the letters would make the first ones likelier.
  const fair = 256 - (256 % CODE_LETTERS.length);
  let code = "";
  while (code.length < CODE_LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) code += CODE_LETTERS.charAt(byte % CODE_LETTERS.length);
  }
  return code;
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** 'prefix_' + 10 digits of time + 16 random ones (80 bits), Crockford base 32: sorts by time and cannot be guessed. */
export function newId(prefix: string, nowMs: number = Date.now()): string {
  let time = "";
  for (let rest = nowMs, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) time = ALPHABET.charAt(rest % 32) + time;
  return `${prefix}_${time}${randomText(16)}`;
}

export function randomText(length: number): string {
  let text = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(length))) text += ALPHABET.charAt(byte % 32);
  return text;
}
