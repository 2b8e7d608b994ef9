import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described, pageTitles } from "~/content/page-titles";
import { nextLook, readLooks } from "~/domain/wait-schedule";
import { lookAtPayment } from "~/areas/buying/look-at-payment";
import { readOwnPayment } from "~/areas/buying/read-payment";
import { outboxId } from "~/core/outbox/kinds";
import { notFound } from "~/server/not-found";
import { nudgeLater } from "~/server/nudge-later";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { lookAgainScript } from "~/ui/look-again";
import { outcomeOf } from "./outcome-of";
import { PaymentSuccessScreen } from "./screen";

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
  const { amountCents, outcome } = useLoaderData<typeof loader>();
  return <PaymentSuccessScreen amountCents={amountCents} outcome={outcome} />;
}
