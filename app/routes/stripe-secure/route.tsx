import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitles, titled } from "~/content/page-titles";
import { feeOffer, stakeOffer } from "~/features/buying/offer-view";
import { readOffer } from "~/features/buying/read-offer";
import { type CheckoutRefusal, startCheckout } from "~/features/buying/start-checkout";
import { carried, carry } from "~/server/carry";
import { readForm } from "~/server/login-form";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { paymentPage } from "./page-data";
import { paymentFormSchema, readPaymentQuery } from "./payment-request";
import { PaymentScreen, type PaymentScreenProps } from "./screen";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => [titled(pageTitles.paymentMethod)];

export async function loader(args: LoaderFunctionArgs) {
  const refused = carried<PaymentScreenProps>(args.context);
  if (refused) return json(refused);
  const query = readPaymentQuery(new URL(args.request.url));
  if (!query) throw notFound();
  const { viewer, nowMs, cask, retried, feeCents } = await readOffer(args.context, await requireSession(args), query);
  const wantsFee = query.retriedPaymentId ? retried?.purpose === "joining-fee" : query.caskId === null;
  if (!wantsFee && !cask) throw notFound();
  const viewerNow = { activated: viewer.activated, nowMs };
  const offer = cask ? stakeOffer(cask, viewerNow) : feeOffer(feeCents, viewerNow);
  const tab = query.tab ?? (retried?.mode === "Crypto" ? "crypto" : "card");
  return json(paymentPage({ offer, viewer, tab, retriedPaymentId: retried?.id ?? null }));
}

const STATUS: Partial<Record<CheckoutRefusal, number>> = {
  "not-activated": 403,
  "provider-down": 503,
  "provider-refused": 503,
  "still-starting": 503,
};
const RETRY_AFTER_S: Partial<Record<CheckoutRefusal, string>> = { "still-starting": "5" };

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const form = paymentFormSchema.safeParse(Object.fromEntries(await readForm(args.request)));
  if (!form.success) throw new Response(null, { status: 400 });
  const { paymentMode: mode, cask: caskId = null } = form.data;
  const started = await startCheckout(context, await requireSession(args), { caskId, mode });
  if (started.ok) return redirect(started.url ?? `/payment-success?payment=${started.paymentId}`, 303);
  const { code, viewer, nowMs, cask, feeCents } = started;
  if (caskId !== null && !cask) throw notFound();
  const viewerNow = { activated: viewer.activated, nowMs };
  const offer = cask ? stakeOffer(cask, viewerNow) : feeOffer(feeCents, viewerNow);
  const tab = mode === "Bank" ? "card" : "crypto";
  carry(context, paymentPage({ offer, viewer, tab, retriedPaymentId: null }, code) satisfies PaymentScreenProps);
  const status = STATUS[code] ?? 409;
  return json(
    { problem: code },
    { status, headers: status === 503 ? { "Retry-After": RETRY_AFTER_S[code] ?? "30" } : {} },
  );
}

export default function Payment() {
  return <PaymentScreen {...useLoaderData<typeof loader>()} />;
}
