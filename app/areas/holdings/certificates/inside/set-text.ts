import {
  beginText,
  endMarkedContent,
  endText,
  PDFHexString,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  setCharacterSpacing,
  setFillingColor,
  setFontAndSize,
  setTextMatrix,
  setTextRise,
  type Color,
  type PDFArray,
  type PDFPage,
} from "@cantoo/pdf-lib";
import { mirrored, visualOrder } from "./reading-direction";
import type { Run } from "./split-runs";

export type TextStyle = { size: number; color: Color; spacing?: number };

/** The width of a line, kerning included. */
export function widthOf(runs: readonly Run[], style: Pick<TextStyle, "size" | "spacing">): number {
  return runs.reduce((total, run) => {
    const perUnit = style.size / run.face.shaped.unitsPerEm;
    const { glyphs, positions } = shape(run);
    const advance = glyphs.reduce((sum, glyph, i) => sum + (positions?.[i]?.xAdvance ?? glyph.advanceWidth), 0);
    return total + advance * perUnit + (style.spacing ?? 0) * glyphs.length;
  }, 0);
}

/** Draws one line. The runs are placed in visual order, and stand in the document in reading order. */
export function setLine(page: PDFPage, runs: readonly Run[], x: number, y: number, style: TextStyle): void {
  const starts: number[] = [];
  let at = x;
  for (const place of visualOrder(runs.map(({ level }) => level))) {
    starts[place] = at;
    at += widthOf(runs.slice(place, place + 1), style);
  }
  runs.forEach((run, i) => setRun(page, run, starts[i] ?? x, y, style));
}

function setRun(page: PDFPage, run: Run, x: number, y: number, style: TextStyle) {
  const shown = [
    beginText(),
    setFillingColor(style.color),
    setFontAndSize(run.face.key, style.size),
    setCharacterSpacing(style.spacing ?? 0),
    setTextMatrix(1, 0, 0, 1, x, y),
    ...showShaped(page, run, style.size),
    endText(),
  ];
  const turned = run.level % 2 === 1;
  page.pushOperators(...(run.spoken === null || turned ? shown : spokenAs(run.spoken, shown)));
}

/** What copying and searching find in place of what the glyphs spell. */
function spokenAs(text: string, shown: readonly PDFOperator[]): PDFOperator[] {
  const named = `<</ActualText ${PDFHexString.fromText(text).toString()}>>`;
  return [PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, ["/Span", named]), ...shown, endMarkedContent()];
}

/** As the library shapes it when it writes the glyphs. */
const shape = ({ face, text }: Run) => face.shaped.layout(text, face.features);

/**
 * The library writes glyphs without the font's kerning and mark offsets, which misplaces Indic vowel signs and stacked
 * accents. Here each glyph is placed where the shaper put it. TJ counts in thousandths of the font size.
 */
function showShaped(page: PDFPage, run: Run, size: number): PDFOperator[] {
  const { glyphs, positions } = shape(run);
  const codes = run.face.embedded.encodeText(run.text).asString();
  const toThousandths = 1000 / run.face.shaped.unitsPerEm;
  const shown: PDFOperator[] = [];
  let letter: PDFOperator[] = [];
  let line = page.doc.context.obj([]);
  let rise = 0;
  const flush = () => {
    if (line.size() > 0) letter.push(PDFOperator.of(PDFOperatorNames.ShowTextAdjusted, [line]));
    line = page.doc.context.obj([]);
  };
  glyphs.forEach((glyph, i) => {
    const placed = positions?.[i];
    const xOffset = (placed?.xOffset ?? 0) * toThousandths;
    const yOffset = (placed?.yOffset ?? 0) * toThousandths;
    const kerning = ((placed?.xAdvance ?? glyph.advanceWidth) - glyph.advanceWidth) * toThousandths;
    if (yOffset !== rise) {
      flush();
      letter.push(setTextRise((yOffset * size) / 1000));
      rise = yOffset;
    }
    const named = run.level % 2 === 1 && glyph.codePoints.length > 0;
    shift(line, xOffset);
    if (named) {
      flush();
      shown.push(...letter);
      letter = [];
    }
    line.push(PDFHexString.of(codes.slice(i * 4, i * 4 + 4)));
    shift(line, kerning - xOffset);
    // Readers turn right-to-left text around letter by letter, so that each is named by itself; its dots have no name.
    if (named) {
      flush();
      shown.push(...spokenAs(glyph.codePoints.map((code) => mirrored(String.fromCodePoint(code))).join(""), letter));
      letter = [];
    }
  });
  flush();
  if (rise !== 0) letter.push(setTextRise(0));
  return [...shown, ...letter];
}

function shift(line: PDFArray, thousandths: number) {
  if (thousandths !== 0) line.push(PDFNumber.of(-Math.round(thousandths * 100) / 100));
}
