import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readPublicDocument } from "~/areas/proof/read-evidence";
import { notFound } from "~/server/not-found";
import { sendDocument } from "~/server/send-document";

/**
 * `/evidence/documents/SHA256`: a public document by the hash of its content, for everyone. What is not public has no such
 * place, so its hash leads nowhere. One round trip.
 */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const sha256 = params.sha256 ?? "";
  const document = /^[0-9a-f]{64}$/.test(sha256) ? await readPublicDocument(context, sha256) : undefined;
  if (!document) throw notFound();
  return sendDocument(context, document, sha256, { isPublic: true });
}
