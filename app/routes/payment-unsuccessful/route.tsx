import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described, pageTitles } from "~/content/page-titles";
import { checkoutMinutesLeft } from "~/domain/checkout-window";
import { nextLook, readLooks } from "~/domain/wait-schedule";
import { closeOwnPayment, readOwnPayment } from "~/areas/buying/read-payment";
import { outboxId } from "~/core/outbox/kinds";
import { notFound } from "~/server/not-found";
import { nudgeLater } from "~/server/nudge-later";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { lookAgainScript } from "~/ui/look-again";
import { PaymentUnsuccessfulScreen } from "./screen";

export const handle: PageHandle = { inlineScript: lookAgainScript };

export const meta: MetaFunction = () => described(pageTitles.paymentUnsuccessful);

const DECIDED = new Set(["settled", "refunding", "refunded", "disputed"]);

/** Only reads: giving the payment up takes the button. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const { searchParams } = new URL(request.url);
  const paymentId = readId(searchParams.get("payment"));
  const own = await readOwnPayment(context, await requireSession(args), paymentId);
  if (!own) throw notFound();
  const { payment } = own;
  const { nowMs } = context;
  // Paid in another tab in the meantime: show the result rather than offer another try.
  if (DECIDED.has(payment.state)) return redirect(`/payment-success?payment=${paymentId}`);
  const looks = readLooks(searchParams.get("looks"));
  const isOpen = payment.state === "open" || payment.state === "created";
  const closing = isOpen && searchParams.has("looks");
  return json({
    paymentId,
    productName: payment.productName,
    buys: payment.purpose,
    mode: payment.mode,
    cask: own.cask && {
      caskType: own.cask.caskType,
      totalStakes: own.cask.totalStakes,
      soldStakes: own.cask.soldStakes,
    },
    stage: stageOf(isOpen, closing),
    isGivenUp: closing || payment.state === "cancelled",
    minutesLeft: checkoutMinutesLeft(payment, nowMs()),
    short:
      isOpen && payment.receivedCents
        ? { receivedCents: payment.receivedCents, amountCents: payment.amountCents }
        : null,
    // Looks again until the provider has closed its session; then the page can say that nothing was charged.
    ...(closing && looks < 8
      ? nextLook(`/payment-unsuccessful?payment=${paymentId}`, looks)
      : { refresh: null, reload: null }),
  });
}

function stageOf(isOpen: boolean, closing: boolean): "open" | "closing" | "over" {
  if (closing) return "closing";
  return isOpen ? "open" : "over";
}

/** The button that gives the payment up. Pressed twice it leads to the same page. */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  const paymentId = readId(new URL(request.url).searchParams.get("payment"));
  const own = await closeOwnPayment(context, await requireSession(args), paymentId);
  if (!own) throw notFound();
  nudgeLater(context, outboxId("expire-session", paymentId));
  return redirect(`/payment-unsuccessful?payment=${paymentId}&looks=0`, 303);
}

export default function PaymentUnsuccessful() {
  return <PaymentUnsuccessfulScreen {...useLoaderData<typeof loader>()} />;
}
