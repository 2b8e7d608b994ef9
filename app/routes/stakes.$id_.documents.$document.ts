import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { documentFileName } from "~/areas/casks/evidence/read-document-file";
import { readStakeDocument } from "~/areas/holdings/read-stake-document";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";

/** `/stakes/ID/documents/ID`: a document about the cask, as it was uploaded, for the holder of the stake. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const asked = { stakeId: readId(params.id), documentId: readId(params.document) };
  const found = await readStakeDocument(context, await requireSession(args), asked);
  if (!found) throw notFound();
  const file = await context.proof.get(found.fileKey);
  if (!file) {
    context.log("document-file-missing", { outcome: asked.documentId });
    throw new Response(null, { status: 503, headers: { "Retry-After": "60" } });
  }
  return new Response(file.body, {
    headers: {
      "Content-Type": found.mediaType,
      "Content-Disposition": `attachment; filename="${documentFileName(found)}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
