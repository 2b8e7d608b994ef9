import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type OwnPayment, readOwnPayment } from "~/areas/buying/read-payment";
import { lookAtPayment } from "~/areas/buying/settlement/settle-payment";
import { stakePath } from "~/content/page-paths";
import { described } from "~/content/page-meta";
import { refundReason } from "~/content/payments";
import { outboxId } from "~/core/outbox/kinds";
import { TOKENS_FOR } from "~/domain/rewards";
import { nextLook, readLooks } from "~/domain/checkout-window";
import { notFound } from "~/server/not-found";
import { nudgeLater } from "~/server/nudge-later";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { lookAgainScript } from "~/ui/look-again";
import { PaymentSuccessScreen } from "./screen";

/** The page's answer about a payment. It grants nothing and only shows what settlement wrote. */
function outcomeOf(own: OwnPayment) {
  const { payment, cask, stakeId, stakeNumber, certificateId, certificateState, refundReference, refundCameBack } = own;
  const { state, reason, mode } = payment;
  const known = {
    bought: payment.purpose,
    amountCents: payment.amountCents,
    payHref: `/stripe-secure?payment=${payment.id}`,
  };
  switch (state) {
    case "created":
    case "open":
    case "paid":
      return { ...known, state: "waiting", mode, cask } as const;
    case "settled": {
      const certificateHref = certificateState === "issued" ? `/certificates/${certificateId}.pdf` : null;
      const stake =
        cask && stakeNumber !== null && stakeId !== null
          ? { ...cask, stakeNumber, href: stakePath(stakeId), certificateHref }
          : null;
      return { ...known, state, tokensEarned: TOKENS_FOR[payment.purpose], stake } as const;
    }
    case "refunding":
    case "refunded": {
      const onItsWay = state === "refunding" || refundCameBack === 1;
      return {
        ...known,
        state: onItsWay ? "refunding" : "refunded",
        amountCents: payment.receivedCents ?? payment.amountCents,
        reason: refundReason(reason),
        way: mode === "Crypto" ? "crypto" : onItsWay || !refundReference ? "card" : "by-hand",
        reference: refundReference,
      } as const;
    }
    case "disputed": {
      const amountCents = payment.receivedCents ?? payment.amountCents;
      return { ...known, state, amountCents, lost: reason === "dispute-lost" } as const;
    }
    default:
      return { ...known, state } as const;
  }
}

export type PaymentOutcome = ReturnType<typeof outcomeOf>;

/** Looks again by itself while nothing is decided, with or without JavaScript. */
export const handle: PageHandle = { inlineScript: lookAgainScript };

export const meta = () => described("Payment");

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const { searchParams } = new URL(request.url);
  const paymentId = readId(searchParams.get("payment"));
  const own = await readOwnPayment(context, await requireSession(args), paymentId);
  if (!own) throw notFound();
  const outcome = outcomeOf(own);
  const looks = readLooks(searchParams.get("looks"));
  const certificateToCome =
    outcome.state === "settled" && outcome.stake !== null && outcome.stake.certificateHref === null;
  if (outcome.state === "waiting") {
    // Webhook, queue and timer may be late or dead: the page that waits looks for itself.
    context.waitUntil(look(context, paymentId));
  }
  return json({
    outcome,
    ...looksAgain(
      outcome.state === "waiting",
      certificateToCome && looks < 8,
      nextLook(`/payment-success?payment=${paymentId}`, looks),
    ),
  });
}

/** The settlement has caused work: the certificate need not wait for the timer. */
async function look(context: LoaderFunctionArgs["context"], paymentId: string): Promise<void> {
  if (await lookAtPayment(context, paymentId)) nudgeLater(context, outboxId("check-payment", paymentId));
}

/** A settled page never reloads; a script may still ask whether the certificate is there. */
function looksAgain(waits: boolean, certificateToCome: boolean, next: ReturnType<typeof nextLook>) {
  return { refresh: waits || certificateToCome ? next.refresh : null, reload: waits ? next.reload : null };
}

export default function PaymentSuccess() {
  return <PaymentSuccessScreen {...useLoaderData<typeof loader>()} />;
}
