import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitles, titled } from "~/content/page-titles";
import type { PaymentProblem } from "~/content/payments";
import { feeOffer, stakeOffer } from "~/features/buying/offer-view";
import { openCheckout } from "~/features/buying/open-checkout";
import { offeredCaskQuery, retriedPaymentQuery } from "~/features/buying/read-offer";
import { startPaymentStatements } from "~/features/buying/start-payment";
import { startedPayment } from "~/features/buying/started-payment";
import { joiningFeeCents, joiningFeeQuery } from "~/features/settings/joining-fee";
import { carried, carry } from "~/server/carry";
import { readAsViewer, writeAsViewer } from "~/server/guards";
import { readForm } from "~/server/login-form";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { paymentPage } from "./page-data";
import { paymentFormSchema, readPaymentQuery } from "./payment-request";
import { PaymentScreen, type PaymentScreenProps } from "./screen";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => [titled(pageTitles.paymentMethod)];

type Refused = { page: PaymentScreenProps; status: number };

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const refused = carried<Refused>(context);
  if (refused) return json(refused.page);
  const query = readPaymentQuery(new URL(request.url));
  if (!query) throw notFound();
  const { viewer, rows, nowMs } = await readAsViewer(args, ({ userId }) => {
    const subject = { userId, ...query };
    return [
      offeredCaskQuery(context.db, subject),
      retriedPaymentQuery(context.db, subject),
      joiningFeeQuery(context.db),
    ];
  });
  const [[cask], [retried], fee] = rows;
  const wantsFee = query.retriedPaymentId ? retried?.purpose === "joining-fee" : query.caskId === null;
  if (!wantsFee && !cask) throw notFound();
  const reader = { activated: viewer.activated, nowMs };
  const offer = cask ? stakeOffer(cask, reader) : feeOffer(joiningFeeCents(fee), reader);
  const tab = query.tab ?? (retried?.mode === "Crypto" ? "crypto" : "card");
  return json(paymentPage({ offer, viewer, tab, retriedPaymentId: retried?.id ?? null }));
}

export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  const form = paymentFormSchema.safeParse(Object.fromEntries(await readForm(request)));
  if (!form.success) throw new Response(null, { status: 400 });
  const { paymentMode: mode, cask: caskId = null } = form.data;
  const paymentId = context.newId("pay");
  const { viewer, rows, nowMs } = await writeAsViewer(args, ({ userId, nowMs }, live) => [
    ...startPaymentStatements(context.db, { paymentId, userId, caskId, mode, nowMs, live }),
    joiningFeeQuery(context.db),
  ]);
  const [, , , , , [open], [cask], [facts], fee] = rows;
  const reader = { activated: viewer.activated, nowMs };
  const started = startedPayment({
    open,
    cask,
    openCheckouts: facts?.openCheckouts ?? 0,
    activated: viewer.activated,
    wantsStake: caskId !== null,
    nowMs,
  });
  const refuse = (problem: PaymentProblem, status: number) => {
    if (caskId !== null && !cask) throw notFound();
    const offer = cask ? stakeOffer(cask, reader) : feeOffer(joiningFeeCents(fee), reader);
    const page = paymentPage(
      { offer, viewer, tab: mode === "Bank" ? "card" : "crypto", retriedPaymentId: null },
      problem,
    );
    carry(context, { page, status } satisfies Refused);
    return json({ problem }, { status, headers: status === 503 ? { "Retry-After": "30" } : {} });
  };
  if (!started.ok) return refuse(started.code, started.code === "not-activated" ? 403 : 409);

  const checkout = await openCheckout(context, started.payment, viewer.email);
  if (!checkout.ok)
    return refuse(
      checkout.code === "provider-unavailable" ? "provider-down" : checkout.code,
      checkout.code === "no-longer-open" ? 409 : 503,
    );
  return redirect(checkout.url ?? `/payment-success?payment=${started.payment.id}`, 303);
}

export default function Payment() {
  return <PaymentScreen {...useLoaderData<typeof loader>()} />;
}
