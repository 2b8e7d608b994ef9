// Everything that reaches the sandbox: vendors' calls by host name, pages and controls under /sandbox/.
import * as z from "zod";
import { handleClock } from "./clock/handler";
import type { Deps } from "./deps";
import { isVendorName, VENDOR_NAMES, type VendorName } from "./env";
import { takeApiFault } from "./faults/faults";
import { handleFaults, refusal } from "./faults/handler";
import { json, methodNotAllowed, notFound, readJson, readText, seeOther, wantsJson } from "./http";
import { handleMarket } from "./market";
import { listMessages, type OutboxMessage } from "./outbox/outbox";
import { type Html, html, moment } from "./pages/html";
import { page } from "./pages/layout";
import { handleOverview } from "./pages/overview";
import type { Checkout, CheckoutStandIn, Outcome } from "./vendor";
import { VENDORS } from "./vendors";

// The provider's own pages: GET shows, POST `outcome` decides. Served on the sandbox's origin only, which is another
// site than the app's.

const BUTTONS: Record<Outcome, (checkout: Checkout, standIn: CheckoutStandIn) => string> = {
  paid: ({ amount, received }) => (received === null ? `Pay ${amount}` : "Send the rest"),
  underpaid: () => "Send too little",
  declined: (_checkout, { declined }) => declined.button,
  cancel: () => "Cancel and go back",
};

function checkoutPage(
  standIn: CheckoutStandIn,
  checkout: Checkout,
  options: { formTargets: string[]; problem?: string; status?: number },
): Promise<Response> {
  const { heading } = standIn;
  const body = html`<h1>${heading}</h1>
    <p class="note">Sandbox: no real money</p>
    ${options.problem ? html`<p class="error" role="alert">${options.problem}</p>` : null} ${summary(checkout)}
    ${checkout.status === "open" ? form(standIn, checkout) : ended(checkout)}`;
  return page({
    title: `${heading} - sandbox`,
    body,
    status: options.status,
    narrow: true,
    formTargets: options.formTargets,
  });
}

function summary({ items, amount, received }: Checkout): Html {
  const lines = items.map(({ name, quantity }) => html`<li>${name}${quantity > 1 ? ` (${quantity})` : null}</li>`);
  return html`<section class="card" aria-label="What is paid">
    <p class="amount">${amount}</p>
    ${received === null ? null : html`<p>Received so far: ${received}. The payment is not complete.</p>`}
    <ul>
      ${lines}
    </ul>
  </section>`;
}

function form(standIn: CheckoutStandIn, checkout: Checkout): Html {
  const buttons = standIn.outcomes.map(
    (outcome) =>
      html`<button type="submit" name="outcome" value="${outcome}" class="${outcome === "paid" ? "primary" : "plain"}">
        ${BUTTONS[outcome](checkout, standIn)}
      </button> `,
  );
  return html`<form method="post">${buttons}</form>
    <p class="quiet">Stands in for the provider's own page. No card or wallet is asked for.</p>`;
}

function ended(checkout: Checkout): Html {
  if (checkout.status === "complete") {
    return html`<p>This payment is complete. Nothing more is to be paid.</p>
      <p><a href="${checkout.successUrl}">Back to the shop</a></p>`;
  }
  return html`<p>This checkout has expired. Nothing was paid${checkout.received === null ? null : " in full"}.</p>
    ${checkout.cancelUrl === null ? null : html`<p><a href="${checkout.cancelUrl}">Back to the shop</a></p>`}`;
}

async function handleCheckout(request: Request, deps: Deps, standIn: CheckoutStandIn, id: string): Promise<Response> {
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

async function handleOutbox(request: Request, deps: Deps): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") return methodNotAllowed("GET");
  const to = new URL(request.url).searchParams.get("to");
  const messages = listMessages(deps, to);
  const asked = new URL(request.url).searchParams.get("html");
  if (asked !== null) return asSent(messages.find(({ id }) => id === asked)?.html ?? "");
  if (wantsJson(request)) return json({ messages }, 200, { vary: "accept" });
  return page({ title: "Outbox - sandbox", body: outbox(messages, to) });
}

function outbox(messages: OutboxMessage[], to: string | null): Html {
  return html`<h1>Outbox</h1>
    <p class="note">Sandbox: nothing here was really sent.</p>
    <form method="get" role="search">
      <label for="to">Email address or phone number</label>
      <input id="to" name="to" value="${to ?? ""}" autocomplete="off" />
      <button class="primary">Show messages</button>
    </form>
    ${messages.length === 0 ? html`<p>No messages yet.</p>` : messages.map(entry)}
    <p><a href="/sandbox">All of the sandbox</a></p>`;
}

/** The email as a mail program shows it, without script and without anything from elsewhere. */
const asSent = (body: string) =>
  new Response(body, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups",
      "x-content-type-options": "nosniff",
    },
  });

function entry(message: OutboxMessage): Html {
  const channel = message.channel === "sms" ? "Text message" : "Email";
  return html`<article class="card">
    <h2>${message.subject || channel}</h2>
    <p class="quiet">${channel} to ${message.to}, ${moment(message.sent_at)}</p>
    ${message.code === null ? null : html`<p class="code">${message.code}</p>`}
    <pre>${message.text}</pre>
    ${message.html ? html`<p><a href="/sandbox/outbox?html=${message.id}">As HTML</a></p>` : null}
  </article> `;
}

const schema = z.strictObject({ session: z.string().min(1) });

/** POST /sandbox/expire {session}: expires an open session of any provider now. */
async function handleExpire(request: Request, deps: Deps): Promise<Response> {
  if (request.method !== "POST") return methodNotAllowed("POST");
  const parsed = schema.safeParse(await readJson(request));
  if (!parsed.success) return refusal(parsed.error);
  const { session } = parsed.data;
  const standIns = VENDOR_NAMES.flatMap((name) => VENDORS[name].checkout ?? []);
  const standIn = standIns.find(({ find }) => find(deps, session));
  const status = standIn?.find(deps, session)?.status;
  if (!standIn || !status)
    return json({ status: false, field: "session", message: "session: no such checkout session" }, 404);
  if (status !== "open")
    return json({ status: false, field: "session", message: `session: is ${status} already` }, 409);
  standIn.end(deps, session);
  return json({ status: true, session: { id: session, status: "expired" } });
}

type Handler = (request: Request, deps: Deps) => Promise<Response>;

const PAGES: Record<string, Handler> = {
  "/sandbox": handleOverview,
  "/sandbox/": handleOverview,
  "/sandbox/outbox": handleOutbox,
  "/sandbox/faults": handleFaults,
  "/sandbox/tick": tick,
  "/sandbox/clock": handleClock,
  "/sandbox/market": handleMarket,
  "/sandbox/expire": handleExpire,
};

export async function handle(request: Request, deps: Deps): Promise<Response> {
  const { hostname, pathname } = new URL(request.url);
  const called = VENDOR_NAMES.find((name) => VENDORS[name].hosts.includes(hostname));
  if (called) return callVendor(called, request, deps);
  const page = Object.hasOwn(PAGES, pathname) ? PAGES[pathname] : undefined;
  if (page) return page(request, deps);
  const [, , first = "", second = "", id = ""] = pathname.split("/");
  const checkout = first === "checkout" && isVendorName(second) ? VENDORS[second].checkout : undefined;
  if (checkout && /^\/sandbox\/checkout\/\w+\/[\w-]+$/.test(pathname))
    return handleCheckout(request, deps, checkout, id);
  const controls =
    isVendorName(first) && pathname === `/sandbox/${first}/${second}` ? VENDORS[first].controls : undefined;
  const control = controls && Object.hasOwn(controls, second) ? controls[second] : undefined;
  return control ? control(request, deps) : notFound();
}

async function callVendor(name: VendorName, request: Request, deps: Deps): Promise<Response> {
  const { latencyMs, status } = takeApiFault(deps, name);
  const pause = async () => {
    if (latencyMs > 0) await deps.wait(latencyMs);
  };
  if (status === null) return VENDORS[name].answer(request, deps, pause);
  await pause();
  return VENDORS[name].fail(deps, status);
}

/** Runs the settlement Worker's scheduled work and returns its summary. */
async function tick(request: Request, deps: Deps): Promise<Response> {
  if (request.method !== "POST") return methodNotAllowed("POST");
  try {
    return json((await deps.runSettlement()) ?? null);
  } catch (error) {
    return json({ status: false, message: error instanceof Error ? error.message : "The scheduled work failed." }, 502);
  }
}
