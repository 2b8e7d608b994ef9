import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { company } from "~/content/company";
import { askToCloseStatement, ownPaymentQuery } from "~/features/buying/read-payment";
import { readAsViewer } from "~/server/guards";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";
import { PaymentUnsuccessfulScreen } from "./screen";

export const meta: MetaFunction = () => [{ title: `Payment unsuccessful · ${company.brand}` }];

const DECIDED = new Set(["settled", "refunding", "refunded", "disputed"]);

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const paymentId = readId(new URL(request.url).searchParams.get("payment"));
  const { rows } = await readAsViewer(args, ({ userId, nowMs }) => [
    ownPaymentQuery(context.db, { userId, paymentId }),
    askToCloseStatement(context.db, { userId, paymentId, nowMs }),
  ]);
  const [[own]] = rows;
  if (!own) throw notFound();
  const { payment } = own;
  // Another tab may have paid it meanwhile: then there is a result to be shown, and no reason to try again.
  if (DECIDED.has(payment.state)) return redirect(`/payment-success?payment=${paymentId}`);
  if (payment.state === "open") {
    context.waitUntil(
      context.nudge([`expire-session:${paymentId}`]).catch(() => context.log("nudge-failed", { paymentId })),
    );
  }
  return json({
    paymentId,
    productName: payment.productName,
    nothingCharged: payment.state === "expired" || payment.state === "cancelled" || payment.state === "failed",
  });
}

export default function PaymentUnsuccessful() {
  return <PaymentUnsuccessfulScreen {...useLoaderData<typeof loader>()} />;
}
