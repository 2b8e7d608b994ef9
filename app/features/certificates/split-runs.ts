import { DEVANAGARI, type Face, type Faces } from "./certificate-fonts";

/** Text in one face. `spoken` is the text to copy and search for where the glyphs alone do not spell it. */
export type Run = { face: Face; text: string; spoken: string | null };
export type Wanted = "display" | "text";

const BOX = "\u25A1";

/**
 * Uses one face for the whole text if possible, else one per word, else one per letter. A letter that no face has is drawn
 * as a box but stays in the document's text, so that nothing is lost.
 */
export function splitRuns(text: string, wanted: Wanted, faces: Faces): Run[] {
  const whole = faceFor(text, wanted, faces);
  if (whole) return [toRun(whole, text)];
  const runs = text.split(/(?<= )/).flatMap((word) => {
    const face = faceFor(word, wanted, faces);
    return face ? [toRun(face, word)] : splitWord(word, wanted, faces);
  });
  return runs.reduce<Run[]>(joinTo, []);
}

export function isBox(run: Run): boolean {
  return run.text.startsWith(BOX);
}

/** The one face that covers a text, so that all its lines share it; null if no single face does. */
export function faceFor(text: string, wanted: Wanted, faces: Faces): Face | null {
  const order = wanted === "display" ? [faces.display, faces.text] : [faces.text];
  // The Devanagari face has Latin letters too, but in a design that fits nothing else on the page.
  if (faces.devanagari && DEVANAGARI.test(text) && !/\p{Script=Latin}/u.test(text)) order.push(faces.devanagari);
  return order.find((face) => covers(face, text)) ?? null;
}

export function toRun(face: Face, text: string): Run {
  // Shaping joins and reorders Indic letters, so the glyphs no longer spell the name.
  return { face, text, spoken: DEVANAGARI.test(text) ? text : null };
}

/** Letters as people count them: with their accents and vowel signs. */
export function lettersOf(text: string): string[] {
  return [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)].map((part) => part.segment);
}

function splitWord(word: string, wanted: Wanted, faces: Faces): Run[] {
  return lettersOf(word).map((letter) => {
    const face = faceFor(letter, wanted, faces);
    return face ? toRun(face, letter) : { face: faces.text, text: BOX, spoken: letter };
  });
}

function covers(face: Face, text: string): boolean {
  return [...text].every(
    (letter) =>
      /\p{Default_Ignorable_Code_Point}/u.test(letter) || face.shaped.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  );
}

function joinTo(runs: Run[], run: Run): Run[] {
  const last = runs.at(-1);
  if (!last || last.face !== run.face || isBox(last) !== isBox(run)) return [...runs, run];
  const spoken =
    last.spoken === null && run.spoken === null ? null : (last.spoken ?? last.text) + (run.spoken ?? run.text);
  return [...runs.slice(0, -1), { face: last.face, text: last.text + run.text, spoken }];
}
