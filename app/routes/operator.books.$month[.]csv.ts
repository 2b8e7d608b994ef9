import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { bookFile, monthOf } from "~/areas/console/books";
import { takeFirstPage } from "~/areas/console/list-export";
import { readConsole } from "~/server/console-session";
import { csvFile, streamCsv } from "~/server/csv-answer";
import { notFound } from "~/server/not-found";

/** The journal, or with `?of=trial` the trial balance. Taking it is logged. */
export async function loader(args: LoaderFunctionArgs) {
  const { db, newId } = args.context;
  const month = monthOf(args.params.month ?? "");
  if (!month) throw notFound();
  const { searchParams: query } = new URL(args.request.url);
  const of = query.get("of") === "trial" ? "trial" : "journal";
  const file = bookFile(db, month, of);
  const taken = { auditId: newId("aud"), list: `books-${month.name}` } as const;
  const { frame, result } = await readConsole(args, "books", (staff) =>
    takeFirstPage(db, staff, taken, file.page(null)),
  );
  const body = streamCsv(db, file, { first: result.first, mayChange: frame.mayChange });
  return csvFile(body, `${of}-${month.name}`);
}
