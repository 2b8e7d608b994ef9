import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readReceipt } from "~/areas/holdings/read-receipt";
import { drawnPaper } from "~/server/drawn-paper";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const paymentId = readId(params.file?.endsWith(".pdf") ? params.file.slice(0, -4) : "");
  const session = await requireSession(args);
  const paper = await readReceipt(context, session, paymentId);
  if (!paper) throw notFound();
  return drawnPaper(context, session.claim.userId, paper, `dunnage-receipt-${paymentId}`);
}
