import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { documentFileName } from "~/areas/casks/evidence/document-file";
import { readPublicDocument } from "~/areas/proof/read-evidence";
import { notFound } from "~/server/not-found";

/**
 * `/evidence/documents/SHA256`: a public paper by the hash of its content, for everyone. What is not public has no such
 * place, so its hash leads nowhere. One round trip.
 */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const sha256 = params.sha256 ?? "";
  const document = /^[0-9a-f]{64}$/.test(sha256) ? await readPublicDocument(context, sha256) : undefined;
  if (!document) throw notFound();
  const file = await context.proof.get(document.fileKey);
  if (!file) {
    context.log("document-file-missing", { outcome: sha256 });
    throw new Response(null, { status: 503, headers: { "Retry-After": "60" } });
  }
  return new Response(file.body, {
    headers: {
      "Content-Type": document.mediaType,
      "Content-Disposition": `inline; filename="${documentFileName(document)}"`,
      "Cache-Control": "public, max-age=86400, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
