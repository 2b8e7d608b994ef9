import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { PROOF_FILES } from "~/areas/proof/publishing/proof-files";
import { notFound } from "~/server/not-found";
import { JSON_TYPE, publishedFile } from "~/server/published-file";

/** `/exits/record.json`: how right their values were. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const file = await context.proof.get(PROOF_FILES.values);
  if (!file) throw notFound();
  return publishedFile(request, file, { lasting: false, type: JSON_TYPE });
}
