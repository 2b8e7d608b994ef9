// The page on which a person would photograph a document: GET shows, POST `outcome` decides. On the sandbox's origin only, as the checkouts.
import type { Deps } from "../deps";
import { methodNotAllowed, notFound, readText, seeOther } from "../http";
import { html } from "../pages/html";
import { page } from "../pages/layout";
import { decideIdentity, findIdentity, OUTCOMES, type Shown } from "./identity";

const BUTTONS = {
  verified: "Show a good document",
  failed: "Show one that cannot be read",
  canceled: "Cancel the check",
} as const;

/** Left empty, the document has no name that could differ, and a number of its own. */
const SHOWN = { first_name: "First name on it", last_name: "Last name on it", number: "Its number" };

export async function handleIdentity(request: Request, deps: Deps, id: string): Promise<Response> {
  const url = new URL(request.url);
  const { SANDBOX_ORIGIN, APP_ORIGIN } = deps.config;
  if (url.host !== new URL(SANDBOX_ORIGIN).host)
    return new Response(null, { status: 307, headers: { location: SANDBOX_ORIGIN + url.pathname } });
  const stored = findIdentity(deps, id);
  if (!stored) return notFound();
  const back = stored.returnUrl ?? APP_ORIGIN;
  if (request.method === "POST") {
    const asked = new URLSearchParams(await readText(request));
    const outcome = OUTCOMES.find((known) => known === asked.get("outcome"));
    const typed = Object.keys(SHOWN).map((name) => [name, asked.get(name)?.trim() || undefined]);
    if (outcome) decideIdentity(deps, id, outcome, Object.fromEntries(typed) as Shown);
    return outcome ? seeOther(back) : notFound();
  }
  if (request.method !== "GET" && request.method !== "HEAD") return methodNotAllowed("GET, POST");
  const isOpen = stored.session.status === "requires_input";
  const buttons = OUTCOMES.map(
    (outcome) =>
      html`<button
        type="submit"
        name="outcome"
        value="${outcome}"
        class="${outcome === "verified" ? "primary" : "plain"}"
      >
        ${BUTTONS[outcome]}
      </button> `,
  );
  const inputs = Object.entries(SHOWN).map(
    ([name, label]) =>
      html`<p>
        <label>${label}: <input name="${name}" autocomplete="off" /></label>
      </p>`,
  );
  const body = html`<h1>Identity check</h1>
    <p class="note">Sandbox: no camera, no document</p>
    ${isOpen ? html`<form method="post">${inputs}${buttons}</form>` : html`<p>This check has ended.</p>`}
    <p><a href="${back}">Back</a></p>`;
  return page({
    title: "Identity check - sandbox",
    body,
    narrow: true,
    formTargets: [APP_ORIGIN, new URL(back).origin],
  });
}
