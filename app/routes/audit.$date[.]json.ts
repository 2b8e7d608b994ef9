import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readDayFile } from "~/areas/proof/read-audit";
import { notFound } from "~/server/not-found";
import { JSON_TYPE, publishedFile } from "~/server/published-file";

/** `/audit/YYYY-MM-DD.json`, `/audit/latest.json`: the day's file byte for byte, because its hash is over the bytes. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const date = params.date ?? "";
  const file = await readDayFile(context, date);
  if (!file) throw notFound();
  return publishedFile(request, file, { lasting: date !== "latest", type: JSON_TYPE });
}
