import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { readPurchaseName, type ReadPurchaseName } from "~/areas/accounts/profile/name-holder";
import { hasOtherLetters } from "~/areas/accounts/profile/personal-details";
import { fieldOf, readWanted, type WantedView } from "~/areas/buying/read-wanted";
import { readOwnPayment } from "~/areas/buying/read-payment";
import { answerTo, isPayable } from "~/areas/buying/refusals";
import { startCheckout } from "~/areas/buying/start-payment";
import { buyOfferTexts } from "~/areas/resale/texts";
import { described } from "~/content/page-meta";
import { joiningFeeIncludes, paymentMethods, type PaymentTab, stakeIncludes } from "~/content/payments";
import { readSignedIn } from "~/core/session/read-signed-in";
import { countryFrom } from "~/core/settings/setting";
import type { Payment, PaymentMode } from "~/db/schema/payments";
import { carried, carry } from "~/server/carry";
import { readForm } from "~/server/login-form";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { type Naming, PaymentScreen, type PaymentScreenProps, tabHref } from "./screen";

/** Before the first stake is bought, a buyer without a printable name is asked for one. */
function namingFor({ cask, problem, holder }: WantedView): Naming | null {
  if (!cask || !isPayable(problem) || holder?.nameOnCertificate) return null;
  const fullName = holder?.fullName ?? "";
  return {
    values: { full_name: fullName, name_on_certificate: "" },
    errors: {},
    asksLatinName: hasOtherLetters(fullName),
  };
}

function namingAgain({ typed, errors }: Extract<ReadPurchaseName, { ok: false }>): Naming {
  const asksLatinName = typed.name_on_certificate !== "" || hasOtherLetters(typed.full_name);
  return { values: typed, errors, asksLatinName };
}

function screenOf(wanted: WantedView, tab: PaymentTab, naming = namingFor(wanted)): PaymentScreenProps {
  const { amountCents, problem } = wanted;
  return { tab, product: productOf(wanted), amountCents, problem, naming };
}

function productOf({ cask, resale, activated }: WantedView): PaymentScreenProps["product"] {
  if (!cask) {
    const { name, note } = joiningFeeIncludes;
    return {
      kind: "joining-fee",
      field: fieldOf({ caskId: null, offerId: null }),
      label: "One-time payment",
      name,
      note,
      cask: null,
    };
  }
  const stake = resale && activated ? buyOfferTexts(resale) : { label: "One stake in", note: stakeIncludes.note };
  const partSold = activated ? cask.soldStakes / cask.totalStakes : null;
  return {
    kind: "cask",
    field: fieldOf({ caskId: cask.id, offerId: activated && resale ? resale.id : null }),
    ...stake,
    name: cask.name,
    cask: { id: cask.id, caskType: cask.caskType, partSold },
  };
}

const id = z.string().regex(/^[a-z0-9_-]{1,60}$/i);

const wantedSchema = z
  .object({ cask: id.optional(), offer: id.optional(), product: z.literal("joining-fee").optional() })
  .refine(
    ({ cask, offer, product }) => [cask, offer, product].filter((one) => one !== undefined).length === 1,
    "name a cask, an offer or a product",
  );
const formSchema = wantedSchema.and(z.object({ paymentMode: z.enum(["Bank", "Crypto"]) }));

const wantedOf = ({ cask, offer }: z.infer<typeof wantedSchema>, { headers }: Request) => ({
  caskId: cask ?? null,
  offer: offer ? { id: offer, country: countryFrom(headers.get("CF-IPCountry")) } : undefined,
});

const isTab = (name: string): name is PaymentTab => Object.hasOwn(paymentMethods, name);
const tabOf = (mode: PaymentMode): PaymentTab => (mode === "Bank" ? "card" : "crypto");

const pageOf = (payment: Payment) => tabHref({ field: fieldOf(payment) }, tabOf(payment.mode));

export const handle: PageHandle = { investor: "purchase" };

export const meta = () => described("Payment method");

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const refused = carried<PaymentScreenProps>(context);
  if (refused) return json(refused);
  const session = await requireSession(args);
  const { payment, tab = "", ...query } = Object.fromEntries(new URL(request.url).searchParams);
  const retried = id.safeParse(payment);
  if (retried.success) {
    const own = await readOwnPayment(context, session, retried.data);
    if (!own) throw notFound();
    return redirect(pageOf(own.payment));
  }
  const wanted = wantedSchema.safeParse(query);
  // Logged out, this leads to the landing page like any other address of the app.
  if (!wanted.success) await readSignedIn(session);
  const found = wanted.success ? await readWanted(context, session, wantedOf(wanted.data, request)) : null;
  if (!found) throw notFound();
  return json(screenOf(found, isTab(tab) ? tab : "card"));
}

export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  const session = await requireSession(args);
  const fields = Object.fromEntries(await readForm(request));
  const form = formSchema.safeParse(fields);
  if (!form.success) throw new Response(null, { status: 400 });
  const { cask, offer: offerId, paymentMode: mode } = form.data;
  const wanted = wantedOf(form.data, request);
  const named = readPurchaseName(cask ?? offerId ?? null, fields);
  if (!named.ok) {
    const found = await readWanted(context, session, wanted);
    if (!found) throw notFound();
    const naming = isPayable(found.problem) ? namingAgain(named) : null;
    carry(context, screenOf(found, tabOf(mode), naming));
    return json({ problem: found.problem, naming }, { status: 400 });
  }
  const started = await startCheckout(context, session, { ...wanted, mode, holder: named.holder });
  if (started.ok) return redirect(started.url ?? `/payment-success?payment=${started.paymentId}`, 303);
  if (!started.wanted) throw notFound();
  carry(context, screenOf(started.wanted, tabOf(mode)));
  return json({ problem: started.code }, answerTo(started.code));
}

export default function Payment() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <PaymentScreen {...page} {...refused} />;
}
