import fontkit, { type Font } from "@cantoo/fontkit";
import {
  beginText,
  endText,
  type Color,
  PageSizes,
  PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  setFillingColor,
  setFontAndSize,
  setTextMatrix,
} from "@cantoo/pdf-lib";
import type { CalendarDate } from "~/domain/calendar-date";
import { company } from "~/content/company";
import inter from "~/areas/holdings/certificates/fonts/inter-400.ttf";

export type Face = { embedded: PDFFont; shaped: Font; features: Record<string, boolean> };
export type TextStyle = { size: number; color: Color };
export type FittedText = { lines: string[]; size: number };

const KEY = PDFName.of("Inter-Regular");
const BOX = "\u25A1";

export async function startPdf(title: string, madeOn: CalendarDate) {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const madeAt = new Date(`${madeOn}T00:00:00Z`);
  pdf.setTitle(title, { showInWindowTitleBar: true });
  pdf.setAuthor(company.brand);
  pdf.setCreator(company.brand);
  pdf.setProducer(company.brand);
  pdf.setCreationDate(madeAt);
  pdf.setModificationDate(madeAt);
  pdf.setLanguage("en");
  return { pdf, page: pdf.addPage(PageSizes.A4) };
}

export async function loadFace(pdf: PDFDocument, page: PDFPage, { tabular = false } = {}): Promise<Face> {
  const { shaped, features } = tabular ? (parsed.tabular ??= parse(true)) : (parsed.plain ??= parse(false));
  pdf.registerFontkit({ create: () => shaped });
  // A fixed name; the library would append a random one.
  const embedded = await pdf.embedFont(inter, { subset: true, customName: "DUNNGE+Inter-Regular", features });
  const face = { embedded, shaped, features };
  useFace(page, face);
  return face;
}

export const useFace = (page: PDFPage, { embedded }: Face) => page.node.setFontDictionary(KEY, embedded.ref);

const parsed: { plain?: Pick<Face, "shaped" | "features">; tabular?: Pick<Face, "shaped" | "features"> } = {};

/** Inter turns an x between digits into a multiplication sign and a hyphen and a bracket into an arrow: `calt` is off. */
function parse(tabular: boolean): Pick<Face, "shaped" | "features"> {
  const shaped = fontkit.create(new Uint8Array(inter));
  if ("fonts" in shaped) throw new Error("the typeface is a collection, one face is needed");
  const features: Record<string, boolean> = tabular ? { calt: false, tnum: true } : { calt: false };
  rememberLetters(shaped);
  rememberLines(shaped, features);
  return { shaped, features };
}

/**
 * A glyph first drawn as a part of another, as the apostrophe is of a comma, would be known without its letter: it could not be copied, and
 * the bytes would depend on earlier documents. Modifier letters share glyphs and come last; private codes name variants of digits.
 */
function rememberLetters(shaped: Font): void {
  const letters = shaped.characterSet.filter((code) => code < 0xe000);
  const isModifier = (code: number) => code >= 0x2b0 && code <= 0x2ff;
  for (const modifiers of [false, true])
    for (const code of letters) if (isModifier(code) === modifiers) shaped.glyphForCodePoint(code);
}

const MOST_REMEMBERED = 4_000;

/** In a table the same words are measured, wrapped and written in each row. */
function rememberLines(shaped: Font, features: Face["features"]): void {
  const known = new Map<string, ReturnType<Font["layout"]>>();
  const layout = shaped.layout.bind(shaped);
  shaped.layout = (text, ...how) => {
    if (typeof text !== "string" || how[0] !== features) return layout(text, ...how);
    const found = known.get(text) ?? layout(text, ...how);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(text, found);
    return found;
  };
}

/** Without the space at the end of a line, which is there to be read and copied. */
export function widthOf(face: Face, text: string, { size }: Pick<TextStyle, "size">): number {
  return (
    (face.shaped.layout(drawable(face, text.trimEnd()), face.features).advanceWidth * size) / face.shaped.unitsPerEm
  );
}

const drawable = ({ shaped }: Face, text: string) =>
  [...text].map((letter) => (shaped.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : BOX)).join("");

/** The library writes glyphs without the typeface's kerning. */
export function setLine(page: PDFPage, face: Face, text: string, x: number, y: number, style: TextStyle): void {
  const shown = drawable(face, text.trimEnd());
  const { glyphs, positions } = face.shaped.layout(shown, face.features);
  const codes = face.embedded.encodeText(shown).asString();
  const line = page.doc.context.obj([]);
  glyphs.forEach((glyph, i) => {
    line.push(PDFHexString.of(codes.slice(i * 4, i * 4 + 4)));
    const kerning = (positions?.[i]?.xAdvance ?? glyph.advanceWidth) - glyph.advanceWidth;
    if (kerning !== 0) line.push(PDFNumber.of(-Math.round((kerning * 100_000) / face.shaped.unitsPerEm) / 100));
  });
  if (text.endsWith(" ")) line.push(face.embedded.encodeText(" "));
  page.pushOperators(
    beginText(),
    setFillingColor(style.color),
    setFontAndSize(KEY, style.size),
    setTextMatrix(1, 0, 0, 1, x, y),
    PDFOperator.of(PDFOperatorNames.ShowTextAdjusted, [line]),
    endText(),
  );
}

export type Fit = { steps: readonly { size: number; lines: number; breakWords?: boolean }[]; width: number };

export function fitText(face: Face, text: string, fit: Fit): FittedText {
  const wrapAt = (size: number) => wrap(text, (part) => widthOf(face, part, { size }) <= fit.width);
  const fitting = fit.steps.find((step) => {
    const { lines, broken } = wrapAt(step.size);
    return lines.length <= step.lines && (!broken || step.breakWords === true);
  });
  const { size } = fitting ?? fit.steps[fit.steps.length - 1] ?? { size: 8 };
  return { lines: wrapAt(size).lines, size };
}

function wrap(text: string, fits: (part: string) => boolean): { lines: string[]; broken: boolean } {
  const lines: string[] = [];
  let line = "";
  let broken = false;
  for (const word of text.split(/(?<=[ \-\u2010])/)) {
    if (fits(line + word)) {
      line += word;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = breakWord(word, fits);
    broken ||= pieces.length > 1;
    line = pieces.pop() ?? "";
    lines.push(...pieces);
  }
  return { lines: [...lines, line], broken };
}

function breakWord(word: string, fits: (part: string) => boolean): string[] {
  if (fits(word)) return [word];
  const pieces: string[] = [];
  let piece = "";
  for (const letter of word) {
    if (piece !== "" && !fits(piece + letter)) {
      pieces.push(piece);
      piece = "";
    }
    piece += letter;
  }
  return [...pieces, piece];
}
