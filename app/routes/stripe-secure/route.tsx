import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { described, pageTitles } from "~/content/page-titles";
import type { PaymentTab } from "~/content/payments";
import { feeOffer, stakeOffer } from "~/areas/buying/offer-view";
import { readOffer } from "~/areas/buying/read-offer";
import { answerTo, startCheckout } from "~/areas/buying/start-checkout";
import type { PaymentMode } from "~/areas/buying/payment-mode";
import { type ReadPurchaseName, readPurchaseName } from "~/areas/accounts/profile/name-holder";
import { readSignedIn } from "~/core/session/read-signed-in";
import type { Session } from "~/core/session/session";
import { carried, carry } from "~/server/carry";
import { readForm } from "~/server/login-form";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { namingAgain, namingFor, paymentPage } from "./page-data";
import { paymentFormSchema, readPaymentQuery } from "./payment-request";
import { PaymentScreen, type PaymentScreenProps } from "./screen";

export const handle: PageHandle = { investor: "purchase" };

export const meta: MetaFunction = () => described(pageTitles.paymentMethod);

export async function loader(args: LoaderFunctionArgs) {
  const refused = carried<PaymentScreenProps>(args.context);
  if (refused) return json(refused);
  const query = readPaymentQuery(new URL(args.request.url));
  if (!query) {
    // Signed out, this leads to the landing page like any other address of the app.
    await readSignedIn(await requireSession(args));
    throw notFound();
  }
  const { viewer, cask, retried, feeCents, holder } = await readOffer(args.context, await requireSession(args), query);
  const tab = query.tab ?? (retried?.mode === "Crypto" ? "crypto" : "card");
  const page = { viewer, tab, retriedPaymentId: retried?.id ?? null };
  const wantsFee = query.retriedPaymentId ? retried?.purpose === "joining-fee" : query.caskId === null;
  if (!wantsFee && !cask) throw notFound();
  const offer = cask ? stakeOffer(cask, viewer) : feeOffer(feeCents, viewer);
  return json(paymentPage({ ...page, offer, naming: namingFor(offer, holder) }));
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const session = await requireSession(args);
  const fields = Object.fromEntries(await readForm(args.request));
  const form = paymentFormSchema.safeParse(fields);
  if (!form.success) throw new Response(null, { status: 400 });
  const { paymentMode: mode, cask: caskId = null } = form.data;
  const named = readPurchaseName(caskId, fields);
  if (!named.ok) return askAgain(args, session, { caskId, mode }, named);
  const started = await startCheckout(context, session, { caskId, mode, holder: named.holder });
  if (started.ok) return redirect(started.url ?? `/payment-success?payment=${started.paymentId}`, 303);
  const { code, viewer, nowMs, cask, feeCents } = started;
  if (caskId !== null && !cask) throw notFound();
  const viewerNow = { activated: viewer.activated, nowMs, isClosing: code === "closing" };
  const offer = cask ? stakeOffer(cask, viewerNow) : feeOffer(feeCents, viewerNow);
  const page = { offer, viewer, tab: tabOf(mode), retriedPaymentId: null };
  carry(context, paymentPage(page, code) satisfies PaymentScreenProps);
  return json({ problem: code }, answerTo(code));
}

const tabOf = (mode: PaymentMode): PaymentTab => (mode === "Bank" ? "card" : "crypto");

/** The page with what was typed for a name, and why it cannot be printed. Nothing was started. */
async function askAgain(
  { context }: ActionFunctionArgs,
  session: Session,
  { caskId, mode }: { caskId: string | null; mode: PaymentMode },
  named: Extract<ReadPurchaseName, { ok: false }>,
) {
  const { viewer, cask } = await readOffer(context, session, { caskId, retriedPaymentId: null });
  if (!cask) throw notFound();
  const offer = stakeOffer(cask, viewer);
  const naming = offer.problem === null ? namingAgain(named) : null;
  carry(context, paymentPage({ offer, viewer, tab: tabOf(mode), retriedPaymentId: null, naming }));
  return json({ problem: offer.problem, naming }, { status: 400 });
}

export default function Payment() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <PaymentScreen {...page} {...refused} />;
}
