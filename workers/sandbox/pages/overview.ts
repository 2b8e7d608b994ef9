// GET /sandbox: clock, market, faults and what happened last, as a page; the latest checkout sessions and webhooks as JSON by Accept.
import { isMoving } from "../clock/clock";
import { clockSection } from "../clock/section";
import type { Deps } from "../deps";
import { VENDOR_NAMES, type VendorName } from "../env";
import { timeline } from "../events/timeline";
import { currentFaults } from "../faults/faults";
import { faultsSection } from "../faults/section";
import { json, methodNotAllowed, wantsJson } from "../http";
import { marketSection } from "../market";
import type { RecentSession } from "../vendor";
import { VENDORS } from "../vendors";
import type { Delivery } from "../webhooks/deliveries";
import { type Html, html, moment } from "./html";
import { page } from "./layout";

type SessionLine = RecentSession & { provider: VendorName; url: string };
type WebhookLine = {
  event: string;
  type: string;
  sender: string;
  state: string;
  attempts: number;
  last_status: number | null;
};

const COMPANIES = new Intl.ListFormat("en-GB").format(VENDOR_NAMES.map((name) => VENDORS[name].company));

export async function handleOverview(request: Request, deps: Deps): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") return methodNotAllowed("GET");
  const sessions = recentSessions(deps);
  const webhooks = deps.store.list("delivery", { limit: 50 }).map(webhookLine);
  if (wantsJson(request)) return json({ sessions, webhooks, faults: currentFaults(deps) }, 200, { vary: "accept" });
  const refreshS = isMoving(deps) ? 3 : undefined;
  return page({ title: "Sandbox", refreshS, body: overview(deps, { sessions, market: await marketSection(deps) }) });
}

function recentSessions(deps: Deps): SessionLine[] {
  const lines = VENDOR_NAMES.flatMap((provider) => {
    const recent = VENDORS[provider].checkout?.recent(deps, 50) ?? [];
    return recent.map(({ created_at, ...session }): SessionLine => ({
      provider,
      ...session,
      url: `${deps.config.SANDBOX_ORIGIN}/sandbox/checkout/${provider}/${session.id}`,
      created_at,
    }));
  });
  return lines.sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, 50);
}

function webhookLine(delivery: Delivery): WebhookLine {
  const { eventId, type, sender, state, attempts, lastStatus } = delivery;
  return { event: eventId, type, sender, state, attempts, last_status: lastStatus };
}

function overview(deps: Deps, { sessions, market }: { sessions: SessionLine[]; market: Html }): Html {
  return html`<h1>Sandbox</h1>
    <p class="note">Stands in for ${COMPANIES} on this machine. No real money, no real messages.</p>
    <ul>
      <li><a href="/sandbox/outbox">Outbox</a>: emails and text messages, with their login codes</li>
      <li>
        <a href="${deps.config.APP_ORIGIN}/">The app</a> and
        <a href="${deps.config.APP_ORIGIN}/operator">its console</a>
      </li>
    </ul>
    ${clockSection(deps)} ${market} ${faultsSection(deps)} ${timeline(deps)}
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
      <li>POST /sandbox/market {"market": "open"}, {"market": "closed"}</li>
      <li>POST /sandbox/expire {"session"} ends an open checkout</li>
      <li>POST /sandbox/stripe/refunds {"payment_intent"}, /sandbox/stripe/disputes {"payment_intent", "status"}</li>
    </ul>`;
}

function sessionItem({ amount, provider, status, paid, url, created_at }: SessionLine): Html {
  return html`<li>
    <a href="${url}">${amount} by ${VENDORS[provider].checkout?.means ?? provider}</a>,
    ${status}${paid ? ", paid" : null}
    <span class="quiet">${moment(created_at)}</span>
  </li> `;
}
