import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitles, titled } from "~/content/page-titles";
import { nextLook, readLooks } from "~/domain/wait-schedule";
import { askToCloseStatement, ownPaymentQuery } from "~/features/buying/read-payment";
import { readAsViewer } from "~/server/guards";
import { notFound } from "~/server/not-found";
import { nudgeLater } from "~/server/nudge-later";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { lookAgainScript } from "~/ui/look-again";
import { PaymentUnsuccessfulScreen } from "./screen";

export const handle: PageHandle = { inlineScript: lookAgainScript };

export const meta: MetaFunction = () => [titled(pageTitles.paymentUnsuccessful)];

const DECIDED = new Set(["settled", "refunding", "refunded", "disputed"]);

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const { searchParams } = new URL(request.url);
  const paymentId = readId(searchParams.get("payment"));
  const { rows } = await readAsViewer(args, ({ userId, nowMs }) => [
    ownPaymentQuery(context.db, { userId, paymentId }),
    askToCloseStatement(context.db, { userId, paymentId, nowMs }),
  ]);
  const [[own]] = rows;
  if (!own) throw notFound();
  const { payment } = own;
  // Another tab may have paid it meanwhile: then there is a result to be shown, and no reason to try again.
  if (DECIDED.has(payment.state)) return redirect(`/payment-success?payment=${paymentId}`);
  const looks = readLooks(searchParams.get("looks"));
  const closing = payment.state === "open";
  if (closing) nudgeLater(context, `expire-session:${paymentId}`);
  return json({
    paymentId,
    productName: payment.productName,
    // Until the provider has closed its session; then the page can say that nothing was charged.
    refresh: closing && looks < 5 ? nextLook(`/payment-unsuccessful?payment=${paymentId}`, looks) : null,
    nothingCharged: payment.state === "expired" || payment.state === "cancelled" || payment.state === "failed",
  });
}

export default function PaymentUnsuccessful() {
  const { paymentId, productName, nothingCharged } = useLoaderData<typeof loader>();
  return <PaymentUnsuccessfulScreen paymentId={paymentId} productName={productName} nothingCharged={nothingCharged} />;
}
