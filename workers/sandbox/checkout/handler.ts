// The provider's own pages: GET shows, POST `outcome` decides. Served on the sandbox's origin only, which is another
// site than the app's.
import type { Deps } from "../deps";
import { methodNotAllowed, notFound, readText, seeOther } from "../http";
import { type Checkout, type CheckoutKind, findCheckout, OUTCOMES, type Outcome, pay } from "./checkouts";
import { checkoutPage } from "./page";

const DECLINED = {
  stripe: "Your card was declined. Nothing was paid. Try another card.",
  copperx: "The wallet refused the transfer. Nothing was paid.",
} as const;

export async function handleCheckout(request: Request, deps: Deps, kind: CheckoutKind, id: string): Promise<Response> {
  const url = new URL(request.url);
  const { sandboxOrigin, appOrigin } = deps.config;
  if (url.host !== new URL(sandboxOrigin).host) {
    return new Response(null, { status: 307, headers: { location: sandboxOrigin + url.pathname + url.search } });
  }
  const checkout = findCheckout(deps, kind, id);
  if (!checkout) return notFound();
  // The form's answer redirects the browser to the shop, which the policy must allow too.
  const formTargets = [appOrigin, ...shopOrigins(checkout)];
  if (request.method === "GET" || request.method === "HEAD") return checkoutPage(checkout, { formTargets });
  if (request.method !== "POST") return methodNotAllowed("GET, POST");
  const outcome = new URLSearchParams(await readText(request)).get("outcome");
  if (!isOutcome(kind, outcome)) {
    return checkoutPage(checkout, {
      formTargets,
      problem: `Choose one of: ${OUTCOMES[kind].join(", ")}.`,
      status: 400,
    });
  }
  return decide(deps, checkout, outcome, formTargets);
}

function isOutcome(kind: CheckoutKind, outcome: string | null): outcome is Outcome {
  return OUTCOMES[kind].some((known) => known === outcome);
}

function decide(deps: Deps, checkout: Checkout, outcome: Outcome, formTargets: string[]): Promise<Response> | Response {
  if (outcome === "cancel" && checkout.cancelUrl !== null) return seeOther(checkout.cancelUrl);
  if (checkout.status === "complete" && outcome === "paid") return seeOther(checkout.successUrl);
  if (checkout.status !== "open") return checkoutPage(checkout, { formTargets, status: 409 });
  if (outcome === "cancel") return checkoutPage(checkout, { formTargets });
  if (outcome === "declined") return checkoutPage(checkout, { formTargets, problem: DECLINED[checkout.kind] });
  pay(deps, checkout, outcome);
  if (outcome === "paid") return seeOther(checkout.successUrl);
  const after = findCheckout(deps, checkout.kind, checkout.id) ?? checkout;
  return checkoutPage(after, {
    formTargets,
    problem: "Too little has arrived. The payment stays open until the rest comes.",
  });
}

function shopOrigins({ successUrl, cancelUrl }: Checkout): string[] {
  return [successUrl, cancelUrl].flatMap((url) => (url === null ? [] : [new URL(url).origin]));
}
