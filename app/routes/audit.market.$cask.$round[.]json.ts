import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readRoundFile } from "~/areas/proof/round-files";
import { notFound } from "~/server/not-found";
import { JSON_TYPE, publishedFile } from "~/server/published-file";

/** `/audit/market/CASK/YYYY-MM.json`: a round byte for byte, and `YYYY-MM-root.json` the root of its orders, from the close on. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const file = await readRoundFile(context, { caskId: params.cask ?? "", file: params.round ?? "" });
  if (!file) throw notFound();
  return publishedFile(request, file, { lasting: true, type: JSON_TYPE });
}
