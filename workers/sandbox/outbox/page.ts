import type { Deps } from "../deps";
import { json, methodNotAllowed, wantsJson } from "../http";
import { type Html, html, moment } from "../pages/html";
import { page } from "../pages/layout";
import { listMessages, type OutboxMessage } from "./outbox";

export async function handleOutbox(request: Request, deps: Deps): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") return methodNotAllowed("GET");
  const to = new URL(request.url).searchParams.get("to");
  const messages = listMessages(deps, to);
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

function entry(message: OutboxMessage): Html {
  const channel = message.channel === "sms" ? "Text message" : "Email";
  return html`<article class="card">
    <h2>${message.subject || channel}</h2>
    <p class="quiet">${channel} to ${message.to}, ${moment(message.sent_at)}</p>
    ${message.code === null ? null : html`<p class="code">${message.code}</p>`}
    <pre>${message.text}</pre>
  </article> `;
}
