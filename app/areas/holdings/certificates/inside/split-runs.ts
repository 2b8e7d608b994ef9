import { covers, type Face, type Faces } from "./certificate-fonts";
import { asDrawn, type BaseDirection, oneWayParts } from "./reading-direction";

/** Text in one face and one direction. Runs stand in reading order. */
export type Run = {
  face: Face;
  /** What is shaped and drawn. */
  text: string;
  /** The text to copy and search for where the glyphs alone do not spell it. */
  spoken: string | null;
  /** The embedding level of the bidirectional algorithm; odd ones run from right to left. */
  level: number;
};
export type Wanted = "display" | "text";

type Setting = {
  /** A text wrapped over several lines keeps its face on all of them. */
  keep?: Face | null;
  base?: BaseDirection;
};

/** Letters of one face; null when no face has them. */
type Piece = { face: Face | null; text: string };

const BOX = "\u25A1";

/**
 * Uses one face for the whole text if possible, otherwise one per word, otherwise one per letter. A letter that no face has is drawn
 * as a box but stays in the document's text, so that nothing is lost.
 */
export function splitRuns(text: string, wanted: Wanted, faces: Faces, { keep, base }: Setting = {}): Run[] {
  return oneWayParts(text, base).flatMap(({ text: part, level }) => {
    const whole = keep ?? faceFor(part, wanted, faces);
    const pieces = whole ? [{ face: whole, text: part }] : splitPart(part, wanted, faces).reduce<Piece[]>(joinTo, []);
    return pieces.map((piece) => toRun(piece, level, faces));
  });
}

export function isBox(run: Run): boolean {
  return run.text.startsWith(BOX);
}

/** The one face that covers a text, so that all its lines share it; null if no single face does. */
export function faceFor(text: string, wanted: Wanted, faces: Faces): Face | null {
  const order = wanted === "display" ? [faces.display, faces.text] : [faces.text];
  // Faces of other scripts may have Latin letters too, but in a design that fits nothing else on the page.
  if (!/\p{Script=Latin}/u.test(text)) order.push(...faces.others);
  return order.find((face) => covers(face, text)) ?? null;
}

/** Letters as people count them: with their accents and vowel signs. */
export function lettersOf(text: string): string[] {
  return [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)].map((part) => part.segment);
}

function splitPart(part: string, wanted: Wanted, faces: Faces): Piece[] {
  return part.split(/(?<= )/).flatMap((word) => {
    const face = faceFor(word, wanted, faces);
    if (face) return [{ face, text: word }];
    return lettersOf(word).map((letter) => ({ face: faceFor(letter, wanted, faces), text: letter }));
  });
}

function joinTo(pieces: Piece[], piece: Piece): Piece[] {
  const last = pieces.at(-1);
  if (!last || last.face !== piece.face) return [...pieces, piece];
  return [...pieces.slice(0, -1), { face: last.face, text: last.text + piece.text }];
}

function toRun({ face, text }: Piece, level: number, faces: Faces): Run {
  if (!face) return { face: faces.text, text: BOX.repeat(lettersOf(text).length), spoken: text, level };
  const drawn = asDrawn(text, level);
  // Shaping joins and reorders letters of other scripts, so that the glyphs do not spell the name any more.
  return { face, text: drawn, spoken: drawn !== text || faces.others.includes(face) ? text : null, level };
}
