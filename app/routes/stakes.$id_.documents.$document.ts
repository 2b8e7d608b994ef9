import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readStakeDocument } from "~/areas/holdings/read-holding";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";
import { sendDocument } from "~/server/send-document";
import { requireSession } from "~/server/session/page-session";

/** `/stakes/ID/documents/ID`: a document about the cask, as it was uploaded, for the holder of the stake. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const asked = { stakeId: readId(params.id), documentId: readId(params.document) };
  const found = await readStakeDocument(context, await requireSession(args), asked);
  if (!found) throw notFound();
  return sendDocument(context, found, asked.documentId);
}
