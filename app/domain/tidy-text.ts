/**
 * Normalises names that people type: one spelling for each accented letter, one line, and none of the invisible marks that
 * could make a name, or the text beside it, run backwards.
 */
export function tidy(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, " ")
    .trim();
}
