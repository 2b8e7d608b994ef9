import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { described, pageTitles } from "~/content/page-titles";
import { addMoneyTexts, type PaymentTab } from "~/content/payments";
import { plainDollars } from "~/domain/money";
import { typedTopUp, typedWholeTopUp } from "~/domain/top-up";
import { feeOffer, stakeOffer, topUpOffer } from "~/areas/buying/offer-view";
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
import { AddMoneyScreen } from "./add-money-screen";
import { namingAgain, namingFor, paymentPage } from "./page-data";
import { paymentFormSchema, readPaymentQuery } from "./payment-request";
import { PaymentScreen, type PaymentScreenProps } from "./screen";

export const handle: PageHandle = { investor: "purchase" };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  described(data && asksAmount(data) ? addMoneyTexts.title : pageTitles.paymentMethod);

export async function loader(args: LoaderFunctionArgs) {
  const refused = carried<PaymentScreenProps>(args.context);
  if (refused) return json(refused);
  const query = readPaymentQuery(new URL(args.request.url));
  if (!query) {
    // Signed out, this leads to the landing page like any other address of the app.
    await readSignedIn(await requireSession(args));
    throw notFound();
  }
  const asked = { ...query, country: args.context.country };
  const { viewer, cask, retried, feeCents, holder, isMarketOpen } = await readOffer(
    args.context,
    await requireSession(args),
    asked,
  );
  const tab = query.tab ?? (retried?.mode === "Crypto" ? "crypto" : "card");
  const page = { viewer, tab, retriedPaymentId: retried?.id ?? null };
  const typed = retried?.purpose === "top-up" ? plainDollars(retried.amountCents) : query.topUp;
  if (typed !== null) {
    if (!isMarketOpen) throw notFound();
    const cents = retried ? retried.amountCents : typedWholeTopUp(typed);
    const error = typed !== "" && cents === null ? addMoneyTexts.error : null;
    const shown = paymentPage({ ...page, offer: topUpOffer(cents, viewer), topUp: { typed, error } });
    return json(shown, { status: error !== null && asksAmount(shown) ? 400 : 200 });
  }
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
  const { paymentMode: mode, cask: caskId = null, product, amount = "" } = form.data;
  const topUp = product === "top-up" ? typedTopUp(amount) : null;
  if (product === "top-up" && topUp === null) return askAmount(args, session, mode, amount);
  const named = readPurchaseName(caskId, fields);
  if (!named.ok) return askAgain(args, session, { caskId, mode }, named);
  const started = await startCheckout(context, session, {
    caskId,
    ...(topUp === null ? {} : { topUp: { amountCents: topUp, country: context.country } }),
    mode,
    holder: named.holder,
  });
  if (started.ok) return redirect(started.url ?? `/payment-success?payment=${started.paymentId}`, 303);
  const { code, viewer, nowMs, cask, feeCents } = started;
  if (caskId !== null && !cask) throw notFound();
  if (code === "not-offered") throw new Response(null, { status: 400 });
  const viewerNow = { activated: viewer.activated, nowMs, isClosing: code === "closing" };
  const page = { viewer, tab: tabOf(mode), retriedPaymentId: null };
  const shown =
    topUp === null
      ? { offer: cask ? stakeOffer(cask, viewerNow) : feeOffer(feeCents, viewerNow) }
      : { offer: topUpOffer(topUp, viewerNow), topUp: { typed: amount, error: null } };
  carry(context, paymentPage({ ...page, ...shown }, code) satisfies PaymentScreenProps);
  return json({ problem: code }, answerTo(code));
}

const tabOf = (mode: PaymentMode): PaymentTab => (mode === "Bank" ? "card" : "crypto");

/** The page with what was typed for an amount that no top-up may have. Nothing was started. */
async function askAmount({ context }: ActionFunctionArgs, session: Session, mode: PaymentMode, typed: string) {
  const asked = { caskId: null, retriedPaymentId: null, country: context.country };
  const { viewer, isMarketOpen } = await readOffer(context, session, asked);
  if (!isMarketOpen) throw new Response(null, { status: 400 });
  const offer = topUpOffer(null, viewer);
  const topUp = { typed, error: offer.problem === null ? addMoneyTexts.error : null };
  const page = paymentPage({ offer, viewer, tab: tabOf(mode), retriedPaymentId: null, topUp });
  carry(context, page);
  return json({ problem: offer.problem, product: page.product }, { status: 400 });
}

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
  const shown = { ...page, ...refused };
  const { product } = shown;
  if (product.kind === "top-up" && asksAmount(shown)) return <AddMoneyScreen {...product} />;
  return <PaymentScreen {...shown} />;
}

/** A top-up that may be paid in, once its amount is known. */
const asksAmount = ({ product, amountCents, problem }: PaymentScreenProps) =>
  product.kind === "top-up" && amountCents === null && problem === null;
