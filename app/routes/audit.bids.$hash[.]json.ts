import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readVotesFile } from "~/areas/proof/read-audit";
import { notFound } from "~/server/not-found";
import { JSON_TYPE, publishedFile } from "~/server/published-file";

/** `/audit/bids/SHA256.json`: the votes on a bid byte for byte; the day's file names the hash. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const file = await readVotesFile(context, params.hash ?? "");
  if (!file) throw notFound();
  return publishedFile(request, file, { lasting: true, type: JSON_TYPE });
}
