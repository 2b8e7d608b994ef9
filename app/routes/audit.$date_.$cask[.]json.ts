import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readListFile, readVotesFile } from "~/areas/proof/read-audit";
import { publishedFile } from "~/server/published-file";

/** `/audit/YYYY-MM-DD/CASK_ID.json`, `/audit/bids/SHA256.json`: a list byte for byte; the day's file names its hash. */
export async function loader({ request, context, params: { date = "", cask = "" } }: LoaderFunctionArgs) {
  const found = date === "bids" ? null : await readListFile(context, { date, caskId: cask });
  const file = date === "bids" ? await readVotesFile(context, cask) : found?.file;
  return publishedFile(request, file, { lasting: true });
}
