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
import type { Run } from "./split-runs";

export type TextStyle = { size: number; color: Color; spacing?: number };

/** The width of a line, kerning included. */
export function widthOf(runs: readonly Run[], style: Pick<TextStyle, "size" | "spacing">): number {
  return runs.reduce((total, run) => {
    const perUnit = style.size / run.face.shaped.unitsPerEm;
    const { glyphs, positions } = run.face.shaped.layout(run.text);
    const advance = glyphs.reduce((sum, glyph, i) => sum + (positions?.[i]?.xAdvance ?? glyph.advanceWidth), 0);
    return total + advance * perUnit + (style.spacing ?? 0) * glyphs.length;
  }, 0);
}

/** Draws one line. @returns the x where it ends */
export function setLine(page: PDFPage, runs: readonly Run[], x: number, y: number, style: TextStyle): number {
  let at = x;
  for (const run of runs) {
    const named = run.spoken ? `<</ActualText ${PDFHexString.fromText(run.spoken).toString()}>>` : null;
    page.pushOperators(
      ...(named ? [PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, ["/Span", named])] : []),
      beginText(),
      setFillingColor(style.color),
      setFontAndSize(run.face.key, style.size),
      setCharacterSpacing(style.spacing ?? 0),
      setTextMatrix(1, 0, 0, 1, at, y),
      ...showShaped(page, run, style.size),
      endText(),
      ...(named ? [endMarkedContent()] : []),
    );
    at += widthOf([run], style);
  }
  return at;
}

/**
 * The library writes glyphs without the font's kerning and mark offsets, which misplaces Indic vowel signs and stacked
 * accents. Here each glyph is placed where the shaper put it. TJ counts in thousandths of the font size.
 */
function showShaped(page: PDFPage, run: Run, size: number): PDFOperator[] {
  const { glyphs, positions } = run.face.shaped.layout(run.text);
  const codes = run.face.embedded.encodeText(run.text).asString();
  const toThousandths = 1000 / run.face.shaped.unitsPerEm;
  const operators: PDFOperator[] = [];
  let line = page.doc.context.obj([]);
  let rise = 0;
  const flush = () => {
    if (line.size() > 0) operators.push(PDFOperator.of(PDFOperatorNames.ShowTextAdjusted, [line]));
    line = page.doc.context.obj([]);
  };
  glyphs.forEach((glyph, i) => {
    const placed = positions?.[i];
    const xOffset = (placed?.xOffset ?? 0) * toThousandths;
    const yOffset = (placed?.yOffset ?? 0) * toThousandths;
    const kerning = ((placed?.xAdvance ?? glyph.advanceWidth) - glyph.advanceWidth) * toThousandths;
    if (yOffset !== rise) {
      flush();
      operators.push(setTextRise((yOffset * size) / 1000));
      rise = yOffset;
    }
    shift(line, xOffset);
    line.push(PDFHexString.of(codes.slice(i * 4, i * 4 + 4)));
    shift(line, kerning - xOffset);
  });
  flush();
  if (rise !== 0) operators.push(setTextRise(0));
  return operators;
}

function shift(line: PDFArray, thousandths: number) {
  if (thousandths !== 0) line.push(PDFNumber.of(-Math.round(thousandths * 100) / 100));
}
