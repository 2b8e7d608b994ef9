import bidiFactory from "bidi-js";

/** The direction of the text as a whole, which its first letter decides. */
export type BaseDirection = "ltr" | "rtl";

/** A part of a text that runs one way. */
type Part = { text: string; level: number };

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const HARAKAT_BEFORE_SHADDA = /([\u064B-\u0650\u0670]+)(\u0651)/gu;

const bidi = bidiFactory();

export function baseDirection(text: string): BaseDirection {
  if (!RIGHT_TO_LEFT.test(text)) return "ltr";
  return bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? "rtl" : "ltr";
}

/** Parts in reading order, with their levels after the Unicode Bidirectional Algorithm (UAX #9). */
export function oneWayParts(text: string, base?: BaseDirection): Part[] {
  if (base !== "rtl" && !RIGHT_TO_LEFT.test(text)) return [{ text, level: 0 }];
  const { levels } = bidi.getEmbeddingLevels(text, base);
  const parts: Part[] = [];
  for (let i = 0; i < text.length; i++) {
    const level = levels[i] ?? 0;
    const last = parts.at(-1);
    if (last?.level === level) last.text += text.charAt(i);
    else parts.push({ text: text.charAt(i), level });
  }
  return parts;
}

/**
 * What to hand to the shaper, which turns Arabic letters around itself but neither mirrors brackets nor turns around what
 * has no script of its own.
 */
export function asDrawn(text: string, level: number): string {
  if (level % 2 === 0) return text;
  const turned = [...text].map(mirrored);
  if (!RIGHT_TO_LEFT.test(text)) return turned.reverse().join("");
  // The order in which marks stand above each other; canonical order is another one.
  return turned.join("").replace(HARAKAT_BEFORE_SHADDA, "$2$1");
}

/** A bracket in right-to-left text is drawn as its counterpart. The counterpart of that is the bracket again. */
export function mirrored(letter: string): string {
  return bidi.getMirroredCharacter(letter) ?? letter;
}

/** The places of the runs from left to right: from the highest level down, what is nested is turned around (rule L2). */
export function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, i) => i);
  const levelAt = (place: number) => levels[order[place] ?? 0] ?? 0;
  for (let level = Math.max(0, ...levels); level > 0; level--) {
    for (let start = 0; start < order.length; start++) {
      let end = start;
      while (end < order.length && levelAt(end) >= level) end++;
      if (end > start) order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return order;
}
