import fontkit, { type Font } from "@cantoo/fontkit";
import { PDFName, type PDFDocument, type PDFFont, type PDFPage } from "@cantoo/pdf-lib";
import besley from "~/features/certificates/fonts/besley-500.ttf";
import inter from "~/features/certificates/fonts/inter-400.ttf";
import { findFonts, type FontPack } from "./find-fonts";

export type Face = {
  /** The name used by the page's text operators. */
  key: PDFName;
  embedded: PDFFont;
  shaped: Font;
  /** What is switched off in shaping, here and where the glyphs are written. */
  features: Record<string, boolean>;
};

/** Besley for names and headings, Inter for the rest and for characters that Besley lacks, others for what both lack. */
export type Faces = { display: Face; text: Face; others: readonly Face[] };

/**
 * Parses and embeds the faces that this text needs; of each, only the glyphs in use end up in the document. Faces of other
 * scripts are read only if the text has letters of them.
 */
export async function loadFaces(pdf: PDFDocument, page: PDFPage, text: string, pack: FontPack): Promise<Faces> {
  const display = await embed(pdf, page, "Besley-Medium", besley);
  const own = { display, text: await embed(pdf, page, "Inter-Regular", inter) };
  const missing = new Set([...text].filter((letter) => !covers(own.text, letter)));
  const others: Face[] = [];
  if (missing.size > 0)
    for (const { name, bytes } of await findFonts(missing, pack)) others.push(await embed(pdf, page, name, bytes));
  return { ...own, others };
}

export function covers({ shaped }: Pick<Face, "shaped">, text: string): boolean {
  return [...text].every((letter) => isInvisible(letter) || shaped.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
}

const isInvisible = (letter: string) => /\p{Default_Ignorable_Code_Point}/u.test(letter);

/**
 * Inter turns an x between digits into a multiplication sign and a hyphen and a bracket into an arrow: what is registered is
 * drawn as it is. Bengali's form for the beginning of a word is taken by the shaper in the middle of words, too.
 */
const SWITCHED_OFF: Record<string, readonly string[]> = {
  "Besley-Medium": ["calt"],
  "Inter-Regular": ["calt"],
  "noto-sans-bengali": ["init"],
};

async function embed(pdf: PDFDocument, page: PDFPage, name: string, file: ArrayBuffer): Promise<Face> {
  const shaped = fontkit.create(new Uint8Array(file));
  if ("fonts" in shaped) throw new Error(`${name} is a collection, one face is needed`);
  // Parsed once, for our own shaping as well as for embedding.
  pdf.registerFontkit({ create: () => shaped });
  const features = Object.fromEntries((SWITCHED_OFF[name] ?? []).map((feature) => [feature, false]));
  // A fixed name; the library would append a random one.
  const embedded = await pdf.embedFont(file, { subset: true, customName: `DUNNGE+${name}`, features });
  const key = PDFName.of(name);
  page.node.setFontDictionary(key, embedded.ref);
  return { key, embedded, shaped, features };
}
