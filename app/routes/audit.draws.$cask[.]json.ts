import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readDrawFile } from "~/areas/proof/audits/read-audit";
import { notFound } from "~/server/not-found";
import { JSON_TYPE, publishedFile } from "~/server/published-file";

/** `/audit/draws/CASK.json`: how places of a cask were drawn, byte for byte; before that, what was committed to. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const file = await readDrawFile(context, params.cask ?? "");
  if (!file) throw notFound();
  return publishedFile(request, file, { lasting: false, type: JSON_TYPE });
}
