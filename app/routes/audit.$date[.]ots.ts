import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readStamp } from "~/areas/proof/audits/read-audit";
import { notFound } from "~/server/not-found";
import { publishedFile } from "~/server/published-file";

/** `/audit/YYYY-MM-DD.ots`: the proof of time of the day's hash. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const file = await readStamp(context, params.date ?? "");
  if (!file) throw notFound();
  return publishedFile(request, file, { lasting: true, type: "application/octet-stream" });
}
