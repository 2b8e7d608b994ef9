import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readBidLetter } from "~/areas/market/read-bid";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";
import { sendDocument } from "~/server/send-document";
import { requireSession } from "~/server/session/page-session";

export async function loader(args: LoaderFunctionArgs) {
  const bidId = readId(args.params.id);
  const found = await readBidLetter(args.context, await requireSession(args), bidId);
  if (!found) throw notFound();
  return sendDocument(args.context, found, bidId);
}
