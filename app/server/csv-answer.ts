import Papa from "papaparse";
import type { Database } from "~/db/client";
import { runWork } from "~/db/work";
import type { ListExport } from "~/features/console/list-export";

/**
 * A spreadsheet takes a cell that begins so for a formula, also after blanks and in the full-width forms. A plain amount below zero
 * is none, and stays a number that adds up.
 */
const FORMULA = /^(?!-\d+(?:\.\d+)?$)\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

export const csvLines = (rows: readonly (readonly unknown[])[]) =>
  `${Papa.unparse(rows as unknown[][], { escapeFormulae: FORMULA })}\r\n`;

/** Says that it is UTF-8: without it names in other scripts are garbled where people look at them. */
const BYTE_ORDER_MARK = "\uFEFF";

/** A download called NAME-DATE.csv. */
export const csvAnswer = (body: string | ReadableStream<Uint8Array>, name: string, nowMs: number): Response =>
  csvFile(body, `${name}-${new Date(nowMs).toISOString().slice(0, 10)}`);

/** A download called NAME.csv. */
export function csvFile(body: string | ReadableStream<Uint8Array>, name: string): Response {
  return new Response(typeof body === "string" ? BYTE_ORDER_MARK + body : body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
}

/**
 * The list as CSV, page by page, so that a long one needs no more memory than a short one.
 * @param first the page that was read together with the session
 */
export function streamCsv(db: Database, list: ListExport, first: Awaited<ReturnType<typeof readPage>>) {
  const encoder = new TextEncoder();
  let page: typeof first | null = first;
  let head = BYTE_ORDER_MARK + csvLines([list.columns]);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!page) return controller.close();
      controller.enqueue(encoder.encode(head + (page.rows.length > 0 ? csvLines(page.rows) : "")));
      head = "";
      page = page.next === null ? null : await readPage(db, list, page.next);
    },
  });
}

const readPage = (db: Database, list: ListExport, after: string) => runWork(db, list.page(after));
