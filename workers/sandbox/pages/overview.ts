// GET /sandbox: clock, market, faults and what happened last, as a page; the latest checkout sessions and webhooks as JSON by Accept.
import { clockState, DAY_MS, isMoving } from "../clock/clock";
import type { Deps } from "../deps";
import { VENDOR_NAMES, type VendorName } from "../env";
import { currentFaults, type Faults } from "../faults/faults";
import { PRESETS } from "../faults/presets";
import { json, methodNotAllowed, wantsJson } from "../http";
import { marketSection } from "../market";
import type { RecentSession } from "../vendor";
import { VENDORS } from "../vendors";
import type { Delivery } from "../webhooks/deliveries";
import { type Html, html, moment } from "./html";
import { page } from "./layout";

/** Whole days from this day to the same one so many months later, or to the day after where the month is too short. */
function daysIn(months: number, fromMs: number): number {
  const from = new Date(fromMs);
  const to = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, from.getUTCDate());
  return Math.round((to - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate())) / DAY_MS);
}

function clockSection(deps: Deps): Html {
  const nowMs = deps.nowMs();
  const { aheadMs, daysLeft } = clockState(deps);
  const jumps = [
    { label: "+1 day", days: 1 },
    { label: "+48 hours (a hold's end)", days: 2 },
    { label: "+31 days", days: 31 },
    { label: "+12 months", days: daysIn(12, nowMs) },
    { label: "+24 months", days: daysIn(24, nowMs) },
  ];
  const ahead = aheadMs / DAY_MS;
  return html`<section id="clock" class="card">
    <h2>Clock</h2>
    <p class="amount">${moment(new Date(nowMs).toISOString())}</p>
    <p class="quiet">
      ${ahead === 0 ? "The real time" : `${ahead} ${ahead === 1 ? "day" : "days"} ahead of the real time`}, for all
      Workers. It never goes back; npm run reset starts again. The daily work runs once for each day: two years take one
      to four minutes.
    </p>
    ${daysLeft > 0 ? goOn(deps, daysLeft) : jumpForm(deps, jumps)}
  </section>`;
}

const seen = (aheadMs: number) => html`<input type="hidden" name="seen" value="${aheadMs}" />`;

function jumpForm(deps: Deps, jumps: { label: string; days: number }[]): Html {
  return html`<form method="post" action="/sandbox/clock" class="row">
    ${seen(clockState(deps).aheadMs)}
    ${jumps.map(
      ({ label, days }) => html`<button class="plain" name="advance_days" value="${days}">${label}</button> `,
    )}
  </form>`;
}

function goOn(deps: Deps, daysLeft: number): Html {
  const { aheadMs } = clockState(deps);
  if (isMoving(deps))
    return html`<p role="status">
      <strong>Moving: ${daysLeft} days to go.</strong> <a href="/sandbox#clock">See again</a>
    </p>`;
  return html`<p class="error" role="alert">It stopped with ${daysLeft} days to go.</p>
    <form method="post" action="/sandbox/clock">
      ${seen(aheadMs)}<button class="primary" name="advance_days" value="0">Go on</button>
    </form>`;
}

function faultsSection(deps: Deps): Html {
  const lines = inForce(currentFaults(deps));
  const set = Object.entries(PRESETS).map(
    ([name, { label }]) => html`<button class="plain" name="set" value="${name}">${label}</button> `,
  );
  return html`<section id="faults" class="card">
    <h2>Faults</h2>
    ${
      lines.length === 0
        ? html`<p>None: everything works.</p>`
        : html`<p>In force:</p>
            <ul>
              ${lines.map((line) => html`<li><code>${line}</code></li>`)}
            </ul>`
    }
    <form method="post" action="/sandbox/faults" class="row">
      ${set}${lines.length === 0 ? null : html`<button class="primary" name="set" value="none">Clear all faults</button>`}
    </form>
    <p class="quiet">
      A counted fault ends by itself, the others when they are cleared. <a href="/sandbox/faults">As JSON</a>; POST
      /sandbox/faults sets any combination.
    </p>
  </section>`;
}

/** A fault counted down to zero has ended. */
const inForce = (faults: Faults): string[] =>
  Object.entries(faults).flatMap(([what, settings]) =>
    Object.entries(settings ?? {})
      .filter(([name, value]) => value !== 0 && value !== false && !isDetail(name, settings))
      .map(([name, value]) => `${what}.${name}: ${value}`),
  );

const isDetail = (name: string, settings: object) =>
  (name === "status" || name === "provider") && "fail_next" in settings && settings.fail_next === 0;

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
    ${clockSection(deps)} ${market} ${faultsSection(deps)}
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
