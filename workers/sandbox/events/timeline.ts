import type { Deps } from "../deps";
import { type Html, html, moment } from "../pages/html";

type Line = { at: string; what: Html };

const SHOWN = 40;

/** The latest that happened here, newest first: webhooks, messages, scheduled work, moves of the clock. */
export function timeline(deps: Deps): Html {
  const lines = recentLines(deps);
  return html`<section id="happened">
    <h2>What happened</h2>
    ${
      lines.length === 0
        ? html`<p>Nothing yet.</p>`
        : html`<ol class="lines">
            ${lines.map(({ at, what }) => html`<li>${moment(at)} ${what}</li> `)}
          </ol>`
    }
  </section>`;
}

function recentLines(deps: Deps): Line[] {
  const webhooks = deps.store.list("delivery", { limit: SHOWN }).map((delivery): Line => {
    const { type, sender, state, attempts, lastStatus, createdMs } = delivery;
    const tried =
      attempts === 0
        ? ""
        : `, ${attempts} ${attempts === 1 ? "attempt" : "attempts"}, last answer ${lastStatus ?? "none"}`;
    return {
      at: new Date(createdMs).toISOString(),
      what: html`Webhook ${type} <span class="quiet">${sender}, ${state.replace("_", " ")}${tried}</span>`,
    };
  });
  const messages = deps.store.list("message", { limit: SHOWN }).map(({ channel, to, subject, sent_at }): Line => {
    const outbox = `/sandbox/outbox?to=${encodeURIComponent(to)}`;
    return {
      at: sent_at,
      what: html`${channel === "sms" ? "Text message" : "Mail"} to <a href="${outbox}">${to}</a>
        <span class="quiet">${subject}</span>`,
    };
  });
  const events = deps.store.list("event", { limit: SHOWN }).map(({ at, text }): Line => ({ at, what: html`${text}` }));
  return [...webhooks, ...messages, ...events].sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, SHOWN);
}
