import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitles, titled } from "~/content/page-titles";
import { nextLook, readLooks } from "~/domain/wait-schedule";
import { closeOwnPayment } from "~/features/buying/read-payment";
import { outboxId } from "~/features/outbox/kinds";
import { notFound } from "~/server/not-found";
import { nudgeLater } from "~/server/nudge-later";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { lookAgainScript } from "~/ui/look-again";
import { PaymentUnsuccessfulScreen } from "./screen";

export const handle: PageHandle = { inlineScript: lookAgainScript };

export const meta: MetaFunction = () => [titled(pageTitles.paymentUnsuccessful)];

const DECIDED = new Set(["settled", "refunding", "refunded", "disputed"]);

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const { searchParams } = new URL(request.url);
  const paymentId = readId(searchParams.get("payment"));
  const own = await closeOwnPayment(context, await requireSession(args), paymentId);
  if (!own) throw notFound();
  const { payment } = own;
  // Paid in another tab in the meantime: show the result rather than offer another try.
  if (DECIDED.has(payment.state)) return redirect(`/payment-success?payment=${paymentId}`);
  const looks = readLooks(searchParams.get("looks"));
  const closing = payment.state === "open";
  if (closing) nudgeLater(context, outboxId("expire-session", paymentId));
  return json({
    paymentId,
    productName: payment.productName,
    // Reloads until the provider has closed its session; then the page can say that nothing was charged.
    refresh: closing && looks < 5 ? nextLook(`/payment-unsuccessful?payment=${paymentId}`, looks) : null,
    nothingCharged: payment.state === "expired" || payment.state === "cancelled" || payment.state === "failed",
  });
}

export default function PaymentUnsuccessful() {
  const { paymentId, productName, nothingCharged } = useLoaderData<typeof loader>();
  return <PaymentUnsuccessfulScreen paymentId={paymentId} productName={productName} nothingCharged={nothingCharged} />;
}
