// The provider's own pages: GET shows, POST `outcome` decides. Served on the sandbox's origin only, which is another
// site than the app's.
import type { Deps } from "../deps";
import { methodNotAllowed, notFound, readText, seeOther } from "../http";
import type { Checkout, CheckoutStandIn } from "../vendor";
import { checkoutPage } from "./page";

export async function handleCheckout(
  request: Request,
  deps: Deps,
  standIn: CheckoutStandIn,
  id: string,
): Promise<Response> {
  const url = new URL(request.url);
  const { SANDBOX_ORIGIN, APP_ORIGIN } = deps.config;
  if (url.host !== new URL(SANDBOX_ORIGIN).host) {
    return new Response(null, { status: 307, headers: { location: SANDBOX_ORIGIN + url.pathname + url.search } });
  }
  const checkout = standIn.find(deps, id);
  if (!checkout) return notFound();
  // The form's answer redirects the browser to the shop, which the policy must allow too.
  const formTargets = [APP_ORIGIN, ...shopOrigins(checkout)];
  const show = (now: Checkout, more: { problem?: string; status?: number } = {}) =>
    checkoutPage(standIn, now, { formTargets, ...more });
  if (request.method === "GET" || request.method === "HEAD") return show(checkout);
  if (request.method !== "POST") return methodNotAllowed("GET, POST");
  const asked = new URLSearchParams(await readText(request)).get("outcome");
  const outcome = standIn.outcomes.find((known) => known === asked);
  if (!outcome) return show(checkout, { problem: `Choose one of: ${standIn.outcomes.join(", ")}.`, status: 400 });
  if (outcome === "cancel" && checkout.cancelUrl !== null) return seeOther(checkout.cancelUrl);
  if (checkout.status === "complete" && outcome === "paid") return seeOther(checkout.successUrl);
  if (checkout.status !== "open") return show(checkout, { status: 409 });
  if (outcome === "cancel") return show(checkout);
  if (outcome === "declined") return show(checkout, { problem: standIn.declined.problem });
  standIn.pay(deps, id, outcome);
  if (outcome === "paid") return seeOther(checkout.successUrl);
  const problem = "Too little has arrived. The payment stays open until the rest comes.";
  return show(standIn.find(deps, id) ?? checkout, { problem });
}

function shopOrigins({ successUrl, cancelUrl }: Checkout): string[] {
  return [successUrl, cancelUrl].flatMap((url) => (url === null ? [] : [new URL(url).origin]));
}
