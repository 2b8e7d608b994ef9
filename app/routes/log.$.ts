import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readLogFile } from "~/areas/proof/log/read-log-file";
import { notFound } from "~/server/not-found";
import { publishedFile } from "~/server/published-file";

/** `/log/checkpoint`, `/log/key`, `/log/tile/...`: the files of the public log (C2SP tlog-tiles), byte for byte. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const found = await readLogFile(context, params["*"] ?? "");
  if (!found) throw notFound();
  return publishedFile(request, found.file, found);
}
