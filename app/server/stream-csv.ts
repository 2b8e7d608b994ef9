import Papa from "papaparse";
import { runWork } from "~/db/work";
import type { Database } from "~/db/client";
import type { ListExport } from "~/features/console/list-export";

/** A spreadsheet takes a cell that begins so for a formula, also after blanks and in the full-width forms. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

const lines = (rows: readonly (readonly unknown[])[]) =>
  `${Papa.unparse(rows as unknown[][], { escapeFormulae: FORMULA })}\r\n`;

/** Says that it is UTF-8: without it names in other scripts are garbled where people look at them. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * The list as CSV, page by page, so that a long one needs no more memory than a short one.
 * @param first the page that was read together with the session
 */
export function streamCsv(db: Database, list: ListExport, first: Awaited<ReturnType<typeof readPage>>) {
  const encoder = new TextEncoder();
  let page: typeof first | null = first;
  let head = BYTE_ORDER_MARK + lines([list.columns]);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!page) return controller.close();
      controller.enqueue(encoder.encode(head + (page.rows.length > 0 ? lines(page.rows) : "")));
      head = "";
      page = page.next === null ? null : await readPage(db, list, page.next);
    },
  });
}

const readPage = (db: Database, list: ListExport, after: string) => runWork(db, list.page(after));
