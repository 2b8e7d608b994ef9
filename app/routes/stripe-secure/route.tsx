import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { type ReadPurchaseName, readPurchaseName } from "~/areas/accounts/profile/name-holder";
import { hasOtherLetters } from "~/areas/accounts/profile/person-name";
import { feeOffer, type Offer, resaleOffer, stakeOffer } from "~/areas/buying/offer-view";
import { PAYMENT_MODES, type PaymentMode } from "~/areas/buying/payment-mode";
import { readOffer } from "~/areas/buying/read-offer";
import { answerTo, startCheckout } from "~/areas/buying/start-checkout";
import { described, pageTitles } from "~/content/page-titles";
import { paymentMethods, type PaymentProblem, type PaymentTab } from "~/content/payments";
import { readSignedIn } from "~/core/session/read-signed-in";
import type { Session } from "~/core/session/session";
import type { Viewer } from "~/core/session/viewer";
import { countryFrom } from "~/core/settings/market-open";
import { carried, carry } from "~/server/carry";
import { readForm } from "~/server/login-form";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import type { Naming } from "./name-fields";
import { PaymentScreen, type PaymentScreenProps } from "./screen";

type Page = {
  offer: Offer;
  viewer: Pick<Viewer, "activated">;
  tab: PaymentTab;
  retriedPaymentId: string | null;
  /** Asks whose name the certificate carries. */
  naming?: Naming | null;
};

type OnFile = { fullName: string | null; nameOnCertificate: string | null };

/** Before the first stake is bought, a buyer without a printable name is asked for one. */
function namingFor(offer: Offer, onFile: OnFile | undefined): Naming | null {
  if (!offer.cask || offer.problem !== null || onFile?.nameOnCertificate) return null;
  const fullName = onFile?.fullName ?? "";
  return {
    values: { full_name: fullName, name_on_certificate: "" },
    errors: {},
    asksLatinName: hasOtherLetters(fullName),
  };
}

/** The same question with what was typed and what is wrong with it. */
function namingAgain({ typed, errors }: Pick<Naming, "errors"> & { typed: Naming["values"] }): Naming {
  const asksLatinName = typed.name_on_certificate !== "" || hasOtherLetters(typed.full_name);
  return { values: typed, errors, asksLatinName };
}

/** The screen's props from the database. A problem found while posting takes precedence over one the page already knew. */
function paymentPage(
  { offer, viewer, tab, retriedPaymentId, naming = null }: Page,
  posted?: PaymentProblem,
): PaymentScreenProps {
  const { cask } = offer;
  return {
    tab,
    product: cask
      ? {
          kind: "cask",
          caskId: cask.id,
          caskName: cask.name,
          caskType: cask.caskType,
          ...(offer.resale && viewer.activated ? { resale: offer.resale } : {}),
          shareSold: viewer.activated ? cask.soldStakes / cask.totalStakes : null,
        }
      : { kind: "joining-fee" },
    amountCents: offer.amountCents,
    problem: posted ?? offer.problem,
    naming,
    ...(retriedPaymentId === null ? {} : { retriedPaymentId }),
  };
}

const id = z.string().regex(/^[a-z0-9_-]{1,60}$/i);

/** What the form may say: how to pay and for what. */
const paymentFormSchema = z
  .object({
    paymentMode: z.enum(PAYMENT_MODES),
    cask: id.optional(),
    offer: id.optional(),
    product: z.literal("joining-fee").optional(),
  })
  .refine(
    ({ cask, offer, product }) => [cask, offer, product].filter((one) => one !== undefined).length === 1,
    "name a cask, an offer or a product",
  );

type PaymentQuery = {
  caskId: string | null;
  offerId: string | null;
  retriedPaymentId: string | null;
  tab: PaymentTab | null;
};

/** The page's URL: `?cask=ID`, `?offer=ID`, `?product=joining-fee` or `?payment=ID`, and the tab. null: none of them. */
function readPaymentQuery(url: URL): PaymentQuery | null {
  const [cask, offer, payment] = ["cask", "offer", "payment"].map(
    (name) => id.safeParse(url.searchParams.get(name)).data ?? null,
  );
  const product = url.searchParams.get("product");
  if (!cask && !offer && !payment && product !== "joining-fee") return null;
  const tab = url.searchParams.get("tab");
  return {
    caskId: cask ?? null,
    offerId: offer ?? null,
    retriedPaymentId: payment ?? null,
    tab: tab !== null && Object.hasOwn(paymentMethods, tab) ? (tab as PaymentTab) : null,
  };
}

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
  const asked = { ...query, country: countryOf(args) };
  const { viewer, cask, resale, retried, feeCents, holder } = await readOffer(
    args.context,
    await requireSession(args),
    asked,
  );
  const tab = query.tab ?? (retried?.mode === "Crypto" ? "crypto" : "card");
  const page = { viewer, tab, retriedPaymentId: retried?.id ?? null };
  const wantsFee = query.retriedPaymentId ? retried?.purpose === "joining-fee" : !query.caskId && !query.offerId;
  if (!wantsFee && (!cask || (query.offerId && !resale))) throw notFound();
  const offer = offerOf({ cask, resale, feeCents }, viewer);
  return json(paymentPage({ ...page, offer, naming: namingFor(offer, holder) }));
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const session = await requireSession(args);
  const fields = Object.fromEntries(await readForm(args.request));
  const form = paymentFormSchema.safeParse(fields);
  if (!form.success) throw new Response(null, { status: 400 });
  const { paymentMode: mode, cask: caskId = null, offer: offerId } = form.data;
  const country = countryOf(args);
  const wanted = { caskId, offerId: offerId ?? null, country };
  const named = readPurchaseName(caskId ?? offerId ?? null, fields);
  if (!named.ok) return askAgain(args, session, { ...wanted, mode }, named);
  const started = await startCheckout(context, session, {
    ...{ caskId, mode, holder: named.holder },
    offer: offerId ? { id: offerId, country } : undefined,
  });
  if (started.ok) return redirect(started.url ?? `/payment-success?payment=${started.paymentId}`, 303);
  const { code, viewer, nowMs, cask, feeCents } = started;
  if ((caskId !== null || offerId) && !cask) throw notFound();
  const viewerNow = { activated: viewer.activated, nowMs, isClosing: code === "closing" };
  const found = offerId ? await readOffer(context, session, { ...wanted, retriedPaymentId: null }) : null;
  const offer = offerOf({ cask, resale: found?.resale, feeCents }, viewerNow);
  const page = { offer, viewer, tab: tabOf(mode), retriedPaymentId: null };
  carry(context, paymentPage(page, code) satisfies PaymentScreenProps);
  return json({ problem: code }, answerTo(code));
}

const countryOf = ({ request }: Pick<LoaderFunctionArgs, "request">) =>
  countryFrom(request.headers.get("CF-IPCountry"));

type Found = Pick<Awaited<ReturnType<typeof readOffer>>, "cask" | "resale" | "feeCents">;

function offerOf({ cask, resale, feeCents }: Found, viewer: Parameters<typeof stakeOffer>[1]) {
  if (!cask) return feeOffer(feeCents, viewer);
  return resale ? resaleOffer(cask, resale, viewer) : stakeOffer(cask, viewer);
}

const tabOf = (mode: PaymentMode): PaymentTab => (mode === "Bank" ? "card" : "crypto");

/** The page with what was typed for a name, and why it cannot be printed. Nothing was started. */
async function askAgain(
  { context }: ActionFunctionArgs,
  session: Session,
  { mode, ...wanted }: Pick<PaymentQuery, "caskId" | "offerId"> & { mode: PaymentMode; country: string | null },
  named: Extract<ReadPurchaseName, { ok: false }>,
) {
  const { viewer, cask, resale, feeCents } = await readOffer(context, session, { ...wanted, retriedPaymentId: null });
  if (!cask || (wanted.offerId && !resale)) throw notFound();
  const offer = offerOf({ cask, resale, feeCents }, viewer);
  const naming = offer.problem === null ? namingAgain(named) : null;
  carry(context, paymentPage({ offer, viewer, tab: tabOf(mode), retriedPaymentId: null, naming }));
  return json({ problem: offer.problem, naming }, { status: 400 });
}

export default function Payment() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <PaymentScreen {...page} {...refused} />;
}
