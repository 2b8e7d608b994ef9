const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

type RandomBytes = (length: number) => Uint8Array;

/** Ids look like the provider's; the slight bias of the modulo does not matter for ids that stay on this machine. */
export function randomToken(bytes: RandomBytes, length: number): string {
  return Array.from(bytes(length), (byte) => LETTERS[byte % LETTERS.length]).join("");
}

export function randomHex(bytes: RandomBytes, length: number): string {
  return Array.from(bytes(length), (byte) => (byte & 15).toString(16)).join("");
}

export function randomUuid(bytes: RandomBytes): string {
  const hex = randomHex(bytes, 30);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
}

/** Six digits, all codes equally likely: values beyond the last full million are drawn again. */
export function randomCode(bytes: RandomBytes): string {
  for (;;) {
    const drawn = bytes(4).reduce((sum, byte) => sum * 256 + byte, 0);
    if (drawn < 4_294_000_000) return String(drawn % 1_000_000).padStart(6, "0");
  }
}
