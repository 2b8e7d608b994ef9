import { getDocumentProxy } from "unpdf";

type Item = { str: string; transform: number[] };

/**
 * The rows of a PDF as an eye reads them: page by page, from the top down, the texts of one line from left to right with ' | '
 * between them. Read by a library that had no part in making it.
 */
export async function readPdfRows(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocumentProxy(bytes.slice());
  const rows: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const lines = new Map<number, { x: number; text: string }[]>();
    for (const item of items as Item[]) {
      if (item.str.trim() === "") continue;
      const [x = 0, y = 0] = item.transform.slice(4);
      const key = Math.round(y * 2);
      lines.set(key, [...(lines.get(key) ?? []), { x, text: item.str }]);
    }
    for (const [, parts] of [...lines].sort(([a], [b]) => b - a))
      rows.push(
        parts
          .sort((a, b) => a.x - b.x)
          .map(({ text }) => text.trim())
          .join(" | "),
      );
  }
  return rows;
}
