import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type OwnPayment, readOwnPayment } from "~/areas/buying/read-payment";
import { lookAtPayment } from "~/areas/buying/settlement/settle-payment";
import { stakePath } from "~/content/page-paths";
import { described, pageTitles } from "~/content/page-titles";
import { refundReason } from "~/content/payments";
import { outboxId } from "~/core/outbox/kinds";
import { TOKENS_FOR } from "~/domain/rewards";
import { nextLook, readLooks } from "~/domain/wait-schedule";
import { notFound } from "~/server/not-found";
import { nudgeLater } from "~/server/nudge-later";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { lookAgainScript } from "~/ui/look-again";
import { type PaymentOutcome, PaymentSuccessScreen, type ShortFacts } from "./screen";

/** What the page says about a payment. It grants nothing and only shows what settlement wrote. */
function outcomeOf(own: OwnPayment): PaymentOutcome {
  const { payment, cask, stakeId, stakeNumber, certificateId, certificateState, refundReference, refundCameBack } = own;
  switch (payment.state) {
    case "created":
    case "open":
    case "paid":
      return { state: "waiting", bought: payment.purpose, short: shortOf(payment), cask: cask && waitingCask(cask) };
    case "settled":
      return {
        state: "settled",
        bought: payment.purpose,
        tokensEarned: TOKENS_FOR[payment.purpose],
        stake:
          cask && stakeNumber !== null && stakeId !== null
            ? {
                href: stakePath(stakeId),
                caskName: cask.name,
                caskType: cask.caskType,
                stakeNumber,
                totalStakes: cask.totalStakes,
                soldStakes: cask.soldStakes,
                certificateHref: certificateState === "issued" ? `/certificates/${certificateId}.pdf` : null,
              }
            : null,
      };
    case "refunding":
    case "refunded": {
      const onItsWay = payment.state === "refunding" || refundCameBack === 1;
      return {
        state: onItsWay ? "refunding" : "refunded",
        short: payment.reason === "underpaid" ? shortOf(payment) : null,
        amountCents: (payment.receivedCents ?? payment.amountCents) - payment.keptCents,
        keptCents: payment.keptCents,
        reason: refundReason(payment.reason),
        way: payment.mode === "Crypto" ? "crypto" : onItsWay || !refundReference ? "card" : "by-hand",
        reference: refundReference,
      };
    }
    case "disputed":
      return {
        state: "disputed",
        amountCents: payment.receivedCents ?? payment.amountCents,
        bought: payment.purpose,
        lost: payment.reason === "dispute-lost",
      };
    default:
      return { state: payment.state, bought: payment.purpose, retryHref: `/stripe-secure?payment=${payment.id}` };
  }
}

const waitingCask = ({ caskType, soldStakes, totalStakes }: NonNullable<OwnPayment["cask"]>) => ({
  caskType,
  stake: { soldStakes, totalStakes },
});

function shortOf({ id, purpose, amountCents, receivedCents, expiresAtMs }: OwnPayment["payment"]): ShortFacts | null {
  if (!receivedCents || receivedCents >= amountCents) return null;
  return { paymentId: id, bought: purpose, amountCents, receivedCents, endsAtMs: expiresAtMs };
}

/** Looks again by itself while nothing is decided, with or without JavaScript. */
export const handle: PageHandle = { inlineScript: lookAgainScript };

export const meta: MetaFunction = () => described(pageTitles.payment);

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
    amountCents: own.payment.amountCents,
    outcome,
    ...looksAgain(
      outcome.state === "waiting",
      certificateToCome && looks < 8,
      nextLook(`/payment-success?payment=${paymentId}`, looks),
    ),
  });
}

/** What was settled has caused work: the certificate need not wait for the timer. */
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
