import { MOST_LINES, type ReadAnswer, type UnreadableAnswer } from "./bank-line";
import { readAnswerCsv } from "./inside/read-csv";
import { readCamt } from "./inside/read-camt";

/** What a bank's file says of payouts: camt.053 or camt.054, or a table with a header. */
export function readAnswer(bytes: Uint8Array): ReadAnswer | UnreadableAnswer {
  const source = textOf(bytes);
  if (source === null) return "not-readable";
  if (source.trim() === "") return "empty";
  const isXml = source
    .trimStart()
    .replace(/^\uFEFF/, "")
    .startsWith("<");
  const read = isXml ? readCamt(source) : readAnswerCsv(source);
  if (read === null) return isXml ? "not-readable" : "no-columns";
  if (read.lines.length === 0) return "empty";
  return read.lines.length > MOST_LINES ? "too-long" : read;
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
