import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readReceipt } from "~/features/receipts/read-receipt";
import { notFound } from "~/server/not-found";
import { pdfFile } from "~/server/pdf-answer";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";

/** `/receipts/PAYMENT.pdf`: of the viewer's own payment, once it was paid. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const paymentId = readId(params.file?.endsWith(".pdf") ? params.file.slice(0, -4) : "");
  const paper = await readReceipt(context, await requireSession(args), paymentId);
  if (!paper) throw notFound();
  return pdfFile(await context.papers.draw(paper), `dunnage-receipt-${paymentId}`);
}
