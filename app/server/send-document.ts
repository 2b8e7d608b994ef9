import { documentFileName } from "~/areas/casks/evidence/document-file";
import type { RequestContext } from "./context";

type StoredFile = Parameters<typeof documentFileName>[0] & { fileKey: string };

export async function sendDocument(
  { proof, log }: Pick<RequestContext, "proof" | "log">,
  found: StoredFile,
  id: string,
  { isPublic = false } = {},
): Promise<Response> {
  const file = await proof.get(found.fileKey);
  if (!file) {
    log("document-file-missing", { outcome: id });
    throw new Response(null, { status: 503, headers: { "Retry-After": "60" } });
  }
  return new Response(file.body, {
    headers: {
      "Content-Type": found.mediaType,
      "Content-Disposition": `${isPublic ? "inline" : "attachment"}; filename="${documentFileName(found)}"`,
      "Cache-Control": isPublic ? "public, max-age=86400, immutable" : "private, no-store",
    },
  });
}
