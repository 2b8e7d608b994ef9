import fontkit, { type Font } from "@cantoo/fontkit";
import { PDFName, type PDFDocument, type PDFFont, type PDFPage } from "@cantoo/pdf-lib";
import besley from "~/areas/holdings/certificates/fonts/besley-500.ttf";
import inter from "~/areas/holdings/certificates/fonts/inter-400.ttf";
import { findFonts, type FontPack } from "./find-fonts";

export type Face = {
  /** The name used by the page's text operators. */
  key: PDFName;
  embedded: PDFFont;
  shaped: Font;
  /** What is switched off or on in shaping, here and where the glyphs are written. */
  features: Record<string, boolean>;
};

/** Besley for names and headings, Inter for the rest and for characters that Besley lacks, others for what both lack. */
export type Faces = { display: Face; text: Face; others: readonly Face[] };

/**
 * Parses and embeds the faces that this text needs; of each, only the glyphs in use end up in the document. Faces of other
 * scripts are read only if the text has letters of them.
 * @param tabular digits of Inter are all of one width, so that amounts below each other line up
 */
export async function loadFaces(
  pdf: PDFDocument,
  page: PDFPage,
  text: string,
  pack: FontPack,
  { tabular = false } = {},
): Promise<Faces> {
  const display = await embed(pdf, page, "Besley-Medium", besley);
  const own = { display, text: await embed(pdf, page, "Inter-Regular", inter, tabular ? { tnum: true } : {}) };
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

type Parsed = Pick<Face, "shaped" | "features">;

/** The two faces of every paper, with and without tabular digits: a run of certificates parses them once. */
const kept = new Map<string, Parsed>();
const OWN: readonly ArrayBuffer[] = [besley, inter];

function parsed(name: string, file: ArrayBuffer, on: Record<string, boolean>): Parsed {
  const key = [name, ...Object.keys(on)].join(" ");
  const known = kept.get(key);
  if (known) return known;
  const shaped = fontkit.create(new Uint8Array(file));
  if ("fonts" in shaped) throw new Error(`${name} is a collection, one face is needed`);
  const off = (SWITCHED_OFF[name] ?? []).map((feature) => [feature, false] as const);
  const features = { ...Object.fromEntries(off), ...on };
  rememberLines(shaped, features);
  if (OWN.includes(file)) kept.set(key, { shaped, features });
  return { shaped, features };
}

async function embed(
  pdf: PDFDocument,
  page: PDFPage,
  name: string,
  file: ArrayBuffer,
  on: Record<string, boolean> = {},
): Promise<Face> {
  const { shaped, features } = parsed(name, file, on);
  // Parsed once, for our own shaping as well as for embedding.
  pdf.registerFontkit({ create: () => shaped });
  // A fixed name; the library would append a random one.
  const embedded = await pdf.embedFont(file, { subset: true, customName: `DUNNGE+${name}`, features });
  const key = PDFName.of(name);
  page.node.setFontDictionary(key, embedded.ref);
  return { key, embedded, shaped, features };
}

/** More than a short paper has; of a long one, what its lines have in common. */
const MOST_REMEMBERED = 4_000;

/**
 * The same words are measured, wrapped and written, and in a table again in each row: shaped once, a long paper takes a fifth of the
 * time. Only what is shaped with the face's own features.
 */
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
