import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { closeOwnPayment, readOwnPayment } from "~/areas/buying/read-payment";
import { described } from "~/content/page-meta";
import { outcomeTexts, unsuccessfulTexts as texts } from "~/content/payment-outcomes";
import { outboxId } from "~/core/outbox/kinds";
import { checkoutMinutesLeft, nextLook, readLooks } from "~/domain/checkout-window";
import { notFound } from "~/server/not-found";
import { nudgeLater } from "~/server/nudge-later";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { Button, ButtonLink } from "~/ui/button";
import { lookAgainScript } from "~/ui/look-again";
import { Page } from "~/ui/page";
import { MomentCask } from "~/ui/pictures/moment-cask";
import { ResultHead } from "~/ui/result-head";

export const handle: PageHandle = { inlineScript: lookAgainScript };

export const meta = () => described("Payment unsuccessful");

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
  // Paid in another tab in the meantime: show the result, not another try.
  if (DECIDED.has(payment.state)) return redirect(`/payment-success?payment=${paymentId}`);
  const looks = readLooks(searchParams.get("looks"));
  const isOpen = payment.state === "open" || payment.state === "created";
  const closing = isOpen && searchParams.has("looks");
  return json({
    paymentId,
    productName: payment.productName,
    buys: payment.purpose,
    mode: payment.mode,
    cask: own.cask,
    stage: stageOf(isOpen, closing),
    /** By its buyer: nothing was wrong with what they typed. */
    isGivenUp: closing || payment.state === "cancelled",
    minutesLeft: checkoutMinutesLeft(payment, nowMs()),
    // Looks again until the provider has closed its session; then the page can say that nothing was charged.
    ...(closing && looks < 8
      ? nextLook(`/payment-unsuccessful?payment=${paymentId}`, looks)
      : { refresh: null, reload: null }),
  });
}

/** `over` only once no money can have moved; `closing` while the provider is asked. */
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
  const { paymentId, productName, buys, mode, cask, stage, isGivenUp, minutesLeft } = useLoaderData<typeof loader>();
  return (
    <Page top={{ home: "/invest" }}>
      <ResultHead
        look="error"
        title={stage !== "open" && isGivenUp ? texts.ended[stage] : texts.title}
        drawing={cask && <MomentCask caskType={cask.caskType} stake={cask} look="failed" />}
      >
        {!isGivenUp && texts.text}
      </ResultHead>
      <div className="flex flex-col gap-2 rounded-md bg-barley p-4 text-sm">
        {stage === "open" && mode === "Bank" && <p>{texts.wentBack}</p>}
        <p className="font-semibold">{productName}</p>
        <p>{stage === "open" ? texts.open[buys](minutesLeft) : texts[stage][buys]}</p>
        <p>{texts[stage === "over" ? "late" : "perhapsCharged"][mode]}</p>
      </div>
      <div className="flex flex-col gap-3">
        <ButtonLink href={`/stripe-secure?payment=${paymentId}`}>{outcomeTexts.tryAgain}</ButtonLink>
        {stage === "open" && (
          <form method="post" action={`/payment-unsuccessful?payment=${paymentId}`}>
            <Button look="secondary">{texts.cancel}</Button>
          </form>
        )}
        <ButtonLink href="/invest" look="secondary">
          {outcomeTexts.back}
        </ButtonLink>
      </div>
    </Page>
  );
}
