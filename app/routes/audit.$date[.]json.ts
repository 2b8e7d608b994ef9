import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readDayFile } from "~/areas/proof/read-audit";
import { publishedFile } from "~/server/published-file";

/** `/audit/YYYY-MM-DD.json`, `/audit/latest.json`: the day's file byte for byte, because its hash is over the bytes. */
export async function loader({ request, context, params: { date = "" } }: LoaderFunctionArgs) {
  return publishedFile(request, await readDayFile(context, date), { lasting: date !== "latest" });
}
