import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readListFile } from "~/areas/proof/read-audit";
import { notFound } from "~/server/not-found";
import { JSON_TYPE, publishedFile } from "~/server/published-file";

/** `/audit/YYYY-MM-DD/CASK_ID.json`: the cask's list byte for byte; the day's file names its hash. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const found = await readListFile(context, { date: params.date ?? "", caskId: params.cask ?? "" });
  if (!found) throw notFound();
  return publishedFile(request, found.file, { lasting: true, type: JSON_TYPE });
}
