import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { documentFileName, readDocumentFile } from "~/areas/casks/evidence/read-document-file";
import { readConsole } from "~/server/console-session";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";

/** `/operator/documents/ID`: the file about a cask as it was sent, for operators and readers. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const documentId = readId(params.id);
  const { result } = await readConsole(args, "casks", () => readDocumentFile(context.db, documentId));
  if (!result) throw notFound();
  const file = await context.proof.get(result.fileKey);
  if (!file) {
    context.log("document-file-missing", { outcome: documentId });
    throw new Response(null, { status: 503, headers: { "Retry-After": "60" } });
  }
  return new Response(file.body, {
    headers: {
      "Content-Type": result.mediaType,
      "Content-Disposition": `attachment; filename="${documentFileName(result)}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
