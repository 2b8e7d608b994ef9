import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFRef } from "@cantoo/pdf-lib";

export type ReadPdf = { pages: number; text: string; producer: string | undefined; createdAt: Date | undefined };

/** The text that 'select all, copy' in a reader gives: glyph codes turned into text by the fonts' own tables. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const page = pdf.getPage(0);
  const fonts = page.node.Resources()?.lookup(PDFName.of("Font"), PDFDict);
  const maps = new Map<string, Map<string, string>>();
  for (const [key, value] of fonts?.entries() ?? []) {
    const font = value instanceof PDFRef ? pdf.context.lookup(value, PDFDict) : undefined;
    const table = font?.lookup(PDFName.of("ToUnicode"));
    if (table instanceof PDFRawStream) maps.set(key.toString(), readTable(decode(table)));
  }
  const contents = page.node.normalizedEntries().Contents;
  const streams = contents instanceof PDFArray ? contents.asArray() : [];
  const operators = streams
    .map((ref) => pdf.context.lookup(ref))
    .map((stream) => (stream instanceof PDFRawStream ? decode(stream) : ""))
    .join("\n");
  return {
    pages: pdf.getPageCount(),
    text: readText(operators, maps),
    producer: pdf.getProducer(),
    createdAt: pdf.getCreationDate(),
  };
}

function decode(stream: PDFRawStream): string {
  return new TextDecoder("latin1").decode(decodePDFRawStream(stream).decode());
}

function readTable(cmap: string): Map<string, string> {
  const pairs = [...cmap.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]*)>$/gim)];
  return new Map(pairs.map(([, code, utf16]) => [(code ?? "").toUpperCase(), fromUtf16(utf16 ?? "")]));
}

function fromUtf16(hex: string): string {
  return String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));
}

function readText(operators: string, maps: Map<string, Map<string, string>>): string {
  let map = new Map<string, string>();
  let text = "";
  for (const line of operators.split("\n")) {
    const font = /^(\/\S+) [\d.]+ Tf$/.exec(line)?.[1];
    if (font) map = maps.get(font) ?? new Map<string, string>();
    else if (/ TJ$/.test(line))
      for (const [, code] of line.matchAll(/<([0-9A-F]{4})>/gi)) text += map.get((code ?? "").toUpperCase()) ?? "?";
    else if (line === "ET") text += "\n";
  }
  return text;
}
