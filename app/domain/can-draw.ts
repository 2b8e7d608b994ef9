import { DRAWABLE_BITS } from "./drawable-bits";

let bits: Uint8Array | null = null;

/** Whether our faces have every letter of a text, known without any of them at hand. */
export function canDraw(text: string): boolean {
  const has = (bits ??= Uint8Array.from(atob(DRAWABLE_BITS), (byte) => byte.charCodeAt(0)));
  return [...text.normalize("NFC")].every((letter) => {
    if (/[\s\p{Default_Ignorable_Code_Point}]/u.test(letter)) return true;
    const code = letter.codePointAt(0) ?? 0;
    return ((has[code >> 3] ?? 0) & (1 << (code & 7))) !== 0;
  });
}
