const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** 'prefix_' + 10 digits of time + 16 random ones (80 bits), Crockford base 32: sorts by time and cannot be guessed. */
export function newId(prefix: string, nowMs: number = Date.now()): string {
  let time = "";
  for (let rest = nowMs, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) time = ALPHABET.charAt(rest % 32) + time;
  return `${prefix}_${time}${randomText(16)}`;
}

/** Random text, 5 bits per character. */
export function randomText(length: number): string {
  let text = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(length))) text += ALPHABET.charAt(byte % 32);
  return text;
}
