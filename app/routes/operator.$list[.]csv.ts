import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { EXPORTED_LISTS, listExport, takeFirstPage } from "~/areas/console/list-export";
import { readConsole } from "~/server/console-session";
import { csvAnswer, streamCsv } from "~/server/csv-answer";
import { notFound } from "~/server/not-found";

/** Taking a file is logged. */
export async function loader(args: LoaderFunctionArgs) {
  const { db, newId, nowMs } = args.context;
  const name = EXPORTED_LISTS.find((one) => one === args.params.list);
  if (!name) throw notFound();
  const { searchParams: query } = new URL(args.request.url);
  const list = listExport(name, { db, query, nowMs: nowMs() });
  const taken = { auditId: newId("aud"), list: name };
  const { frame, result } = await readConsole(args, name, (staff) => takeFirstPage(db, staff, taken, list.page(null)));
  const body = streamCsv(db, list, { first: result.first, mayChange: frame.mayChange });
  return csvAnswer(body, name, nowMs());
}
