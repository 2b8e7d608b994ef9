import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { EXPORTED_LISTS, listExport } from "~/features/console/list-export";
import { readConsole } from "~/server/console-session";
import { notFound } from "~/server/not-found";
import { csvAnswer, streamCsv } from "~/server/csv-answer";

/** `/operator/LIST.csv`: what the list shows under the filter of the address, whole. */
export async function loader(args: LoaderFunctionArgs) {
  const { db, nowMs } = args.context;
  const name = EXPORTED_LISTS.find((one) => one === args.params.list);
  if (!name) throw notFound();
  const { searchParams: query } = new URL(args.request.url);
  const list = listExport(name, { db, query, nowMs: nowMs() });
  const { result } = await readConsole(args, name, () => list.page(null));
  return csvAnswer(streamCsv(db, list, result), name, nowMs());
}
