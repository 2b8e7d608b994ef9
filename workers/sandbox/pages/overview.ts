// GET /sandbox: clock, faults and what happened last, as a page; the latest checkout sessions and webhooks as JSON by Accept.
import { clockSection } from "../clock/section";
import { currentCopperx } from "../copperx/sessions";
import type { Deps } from "../deps";
import { timeline } from "../events/timeline";
import { currentFaults } from "../faults/faults";
import { faultsSection } from "../faults/section";
import { json, methodNotAllowed, wantsJson } from "../http";
import { current } from "../stripe/sessions";
import type { Delivery } from "../webhooks/deliveries";
import { type Html, html, moment } from "./html";
import { page } from "./layout";

type SessionLine = {
  provider: "stripe" | "copperx";
  id: string;
  status: string;
  paid: boolean;
  amount: string;
  payment_intent: string | null;
  url: string;
  created_at: string;
};
type WebhookLine = {
  event: string;
  type: string;
  sender: string;
  state: string;
  attempts: number;
  last_status: number | null;
};

export async function handleOverview(request: Request, deps: Deps): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") return methodNotAllowed("GET");
  const sessions = recentSessions(deps);
  const webhooks = deps.store.list("delivery", { limit: 50 }).map(webhookLine);
  if (wantsJson(request)) return json({ sessions, webhooks, faults: currentFaults(deps) }, 200, { vary: "accept" });
  return page({ title: "Sandbox", body: overview(deps, sessions) });
}

function recentSessions(deps: Deps): SessionLine[] {
  const checkoutUrl = (provider: string, id: string) =>
    `${deps.config.sandboxOrigin}/sandbox/checkout/${provider}/${id}`;
  const cards = deps.store.list("stripe.session", { limit: 50 }).map((stored): SessionLine => {
    const { session } = current(deps, stored);
    return {
      provider: "stripe",
      id: session.id,
      status: session.status,
      paid: session.payment_status === "paid",
      amount: `${((session.amount_total ?? 0) / 100).toFixed(2)} ${(session.currency ?? "").toUpperCase()}`,
      payment_intent: session.payment_intent,
      url: checkoutUrl("stripe", session.id),
      created_at: new Date(session.created * 1000).toISOString(),
    };
  });
  const crypto = deps.store.list("copperx.session", { limit: 50 }).map((stored): SessionLine => {
    const session = currentCopperx(deps, stored);
    return {
      provider: "copperx",
      id: session.id,
      status: session.status,
      paid: session.paymentStatus === "paid",
      amount: `${Number(BigInt(session.amountTotal) / 1_000_000n) / 100} USDT`,
      payment_intent: session.paymentIntent.transactions[0]?.transactionHash ?? null,
      url: checkoutUrl("copperx", session.id),
      created_at: session.createdAt,
    };
  });
  return [...cards, ...crypto].sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, 50);
}

function webhookLine(delivery: Delivery): WebhookLine {
  const { eventId, type, sender, state, attempts, lastStatus } = delivery;
  return { event: eventId, type, sender, state, attempts, last_status: lastStatus };
}

function overview(deps: Deps, sessions: SessionLine[]): Html {
  return html`<h1>Sandbox</h1>
    <p class="note">
      Stands in for Stripe, Copperx, MSG91 and Resend on this machine. No real money, no real messages.
    </p>
    <ul>
      <li><a href="/sandbox/outbox">Outbox</a>: mails and text messages, with their login codes</li>
      <li>
        <a href="${deps.config.appOrigin}/">The app</a> and <a href="${deps.config.appOrigin}/operator">its console</a>
      </li>
    </ul>
    ${clockSection(deps)} ${faultsSection(deps)} ${timeline(deps)}
    <h2>Checkout sessions</h2>
    ${
      sessions.length === 0
        ? html`<p>None yet.</p>`
        : html`<ul>
            ${sessions.map(sessionItem)}
          </ul>`
    }
    <h2>For scripts</h2>
    <ul>
      <li>POST /sandbox/tick runs the scheduled work now</li>
      <li>POST /sandbox/clock {"advance_days"} moves the clock</li>
      <li>POST /sandbox/expire {"session"} ends an open checkout</li>
      <li>POST /sandbox/stripe/refunds {"payment_intent"}, /sandbox/stripe/disputes {"payment_intent", "status"}</li>
    </ul>`;
}

function sessionItem({ amount, provider, status, paid, url, created_at }: SessionLine): Html {
  const name = provider === "stripe" ? "card" : "crypto";
  return html`<li>
    <a href="${url}">${amount} by ${name}</a>, ${status}${paid ? ", paid" : null}
    <span class="quiet">${moment(created_at)}</span>
  </li> `;
}
