import fontkit, { type Font } from "@cantoo/fontkit";
import { PDFName, type PDFDocument, type PDFFont, type PDFPage } from "@cantoo/pdf-lib";
import besley from "~/features/certificates/fonts/besley-500.ttf";
import inter from "~/features/certificates/fonts/inter-400.ttf";
import devanagari from "~/features/certificates/fonts/noto-sans-devanagari-400.ttf";

export type Face = {
  /** The name used by the page's text operators. */
  key: PDFName;
  embedded: PDFFont;
  shaped: Font;
};

/** Besley for names and headings, Inter for the rest and for characters that Besley lacks. */
export type Faces = { display: Face; text: Face; devanagari: Face | null };

export const DEVANAGARI = /\p{Script=Devanagari}/u;

/** Parses and embeds the faces that this text needs; of each, only the glyphs in use end up in the document. */
export async function loadFaces(pdf: PDFDocument, page: PDFPage, text: string): Promise<Faces> {
  return {
    display: await embed(pdf, page, "Besley-Medium", besley),
    text: await embed(pdf, page, "Inter-Regular", inter),
    devanagari: DEVANAGARI.test(text) ? await embed(pdf, page, "NotoSansDevanagari-Regular", devanagari) : null,
  };
}

async function embed(pdf: PDFDocument, page: PDFPage, name: string, file: ArrayBuffer): Promise<Face> {
  const shaped = fontkit.create(new Uint8Array(file));
  if ("fonts" in shaped) throw new Error(`${name} is a collection, one face is needed`);
  // Parsed once, for our own shaping as well as for embedding.
  pdf.registerFontkit({ create: () => shaped });
  // A fixed name; the library would append a random one.
  const embedded = await pdf.embedFont(file, { subset: true, customName: `DUNNGE+${name}` });
  const key = PDFName.of(name);
  page.node.setFontDictionary(key, embedded.ref);
  return { key, embedded, shaped };
}
