import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { bookPaper } from "~/areas/console/books/book-paper";
import { monthOf } from "~/areas/console/books/month";
import { readBooks } from "~/areas/console/books/read-books";
import { takeFirstPage } from "~/areas/console/log-export";
import { readConsole } from "~/server/console-session";
import { drawnPaper } from "~/server/drawn-paper";
import { notFound } from "~/server/not-found";

/** `/operator/books/MONTH.pdf`: trial balance and sums of a month. Taking it is logged. */
export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const month = monthOf(args.params.month ?? "");
  if (!month) throw notFound();
  const taken = { auditId: context.newId("aud"), list: `books-${month.name}` } as const;
  const query = new URLSearchParams({ of: "pdf" });
  const { viewer, result } = await readConsole(args, "books", (staff) =>
    takeFirstPage(context.db, staff, { ...taken, query }, readBooks(context.db, month, staff.nowMs)),
  );
  if (!result.first) throw notFound();
  const { books, chart } = result.first;
  return drawnPaper(context, viewer.id, bookPaper(books, chart, context.nowMs()), `books-${month.name}`);
}
