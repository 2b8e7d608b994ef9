import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readDocumentFile } from "~/areas/casks/evidence/document-file";
import { readLetter } from "~/areas/market/read-bid";
import { readThing } from "~/server/console-session";
import { readId } from "~/server/read-id";
import { sendDocument } from "~/server/send-document";

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const documentId = readId(params.id);
  const { result } = await readThing(args, "casks", () =>
    documentId.startsWith("bid_") ? readLetter(context.db, documentId) : readDocumentFile(context.db, documentId),
  );
  return sendDocument(context, result, documentId);
}
