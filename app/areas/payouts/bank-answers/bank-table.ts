import Papa from "papaparse";

// A bank's file as a table: its encoding, its separator, and the line of the column names, which may stand below lines of the account.

export type BankTable = {
  headers: string[];
  rows: string[][];
  /** The line of the first row. */ firstLine: number;
  comma: boolean;
};

export type UnreadableTable = "not-readable" | "no-columns" | { code: "more-cells"; line: number };

const SEPARATORS = [",", ";", "\t", "|"] as const;
/** How far down the line of the column names is looked for. */
const MOST_ABOVE = 40;

/** @param isHeader whether these names are of columns that can be used */
export function readBankTable(bytes: Uint8Array, isHeader: (names: string[]) => boolean): BankTable | UnreadableTable {
  const text = textOf(bytes);
  if (text === null) return "not-readable";
  const [, said, rest] = /^sep=(.)\r?\n([^]*)$/i.exec(text) ?? [];
  for (const separator of said ? [said] : SEPARATORS) {
    const { data } = Papa.parse<string[]>(rest ?? text, { delimiter: separator, skipEmptyLines: false });
    const at = data.slice(0, MOST_ABOVE).findIndex((cells) => isHeader(cells.map(nameOf)));
    if (at === -1) continue;
    const headers = (data[at] ?? []).map(nameOf);
    const rows = data.slice(at + 1);
    const firstLine = at + 2 + (said ? 1 : 0);
    const tooLong = rows.findIndex((cells) => cells.slice(headers.length).some((cell) => cell.trim() !== ""));
    if (tooLong !== -1) return { code: "more-cells", line: firstLine + tooLong };
    return { headers, rows, firstLine, comma: separator !== "," };
  }
  return "no-columns";
}

/** 'Bank Ref. No' is `bank_ref_no`. */
const nameOf = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");

/** By its byte order mark, else UTF-8, else Windows-1252; null: no text. */
function textOf(bytes: Uint8Array): string | null {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  if (marked) return new TextDecoder(marked).decode(bytes);
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
