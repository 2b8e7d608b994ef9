import Papa from "papaparse";
import { createCookie } from "@remix-run/cloudflare";
import type { Database } from "~/db/client";
import { runWork } from "~/db/work";
import type { ExportPage, ListExport } from "~/core/lists";

/**
 * A spreadsheet takes a cell that begins like this for a formula, even after invisible characters and in full-width forms; one that
 * divides cells by semicolons takes what follows a semicolon for a cell. A plain amount below zero is none, and stays a number
 * that adds up.
 */
const FORMULA = /^(?!-\d+(?:\.\d+)?$)[\s\p{C}]*[=+\-@＝＋－＠;]|^[\t\r\n]/u;
const AFTER_SEMICOLON = /;(?=[\s\p{C}]*[=+\-@＝＋－＠])/gu;

function guardedCell(cell: unknown): unknown {
  if (typeof cell !== "string") return cell;
  const inner = cell.replace(AFTER_SEMICOLON, ";'");
  return FORMULA.test(inner) ? `'${inner}` : inner;
}

export type CsvStyle = "point" | "comma";

/** @param style 'comma': decimal commas and semicolons, as spreadsheets of most of Europe read them */
export function csvLines(rows: readonly (readonly unknown[])[], style: CsvStyle = "point"): string {
  const guarded = rows.map((row) => row.map(guardedCell));
  if (style === "point") return `${Papa.unparse(guarded)}\r\n`;
  const local = (cell: unknown) =>
    typeof cell === "string" && /^-?\d+\.\d\d$/.test(cell) ? cell.replace(".", ",") : cell;
  return `${Papa.unparse(
    guarded.map((row) => row.map(local)),
    { delimiter: ";" },
  )}\r\n`;
}

const styleCookie = createCookie("csv-style", { path: "/", httpOnly: true, sameSite: "lax", maxAge: 31_536_000 });

/** The chosen style of a person's own files, remembered by the browser. `set`: its cookie, if another one was chosen. */
export async function csvStyleOf(request: Request): Promise<{ style: CsvStyle; set: string | null }> {
  const asked = new URL(request.url).searchParams.get("csv");
  const style: unknown = asked ?? (await styleCookie.parse(request.headers.get("Cookie")));
  const set = asked === "comma" || asked === "point" ? await styleCookie.serialize(asked) : null;
  return { style: style === "comma" ? "comma" : "point", set };
}

/** Says that it is UTF-8: without it names in other scripts are garbled where people look at them. */
const BYTE_ORDER_MARK = "\uFEFF";

export const csvAnswer = (body: string | ReadableStream<Uint8Array>, name: string, nowMs: number): Response =>
  csvFile(body, `${name}-${new Date(nowMs).toISOString().slice(0, 10)}`);

export function csvFile(body: string | ReadableStream<Uint8Array>, name: string): Response {
  return new Response(typeof body === "string" ? BYTE_ORDER_MARK + body : body, {
    headers: { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="${name}.csv"` },
  });
}

type Streamed = { first: ExportPage; mayChange: boolean };

export function streamCsv(db: Database, list: ListExport, { first, mayChange }: Streamed) {
  const encoder = new TextEncoder();
  let page: ExportPage | null = first;
  const passed = new Set<string>();
  let head = BYTE_ORDER_MARK + csvLines([list.columns]);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!page) return controller.close();
      const lines = page.rows.map((cellsFor) => cellsFor(mayChange));
      controller.enqueue(encoder.encode(head + (lines.length > 0 ? csvLines(lines) : "")));
      head = "";
      const { next } = page;
      // A file that is cut short breaks off visibly; it neither hangs nor looks complete.
      if (next !== null && passed.has(next)) throw new Error("the position of a list does not move");
      if (next !== null) passed.add(next);
      page = next === null ? null : await readPage(db, list, next);
    },
  });
}

const readPage = (db: Database, list: ListExport, after: string) => runWork(db, list.page(after));
