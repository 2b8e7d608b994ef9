import * as z from "zod";
import type { Deps } from "./deps";
import { refusal } from "./faults/handler";
import { json, methodNotAllowed, readForm, readJson, seeOther } from "./http";
import { type Html, html } from "./pages/html";

// What the sandbox and the settlement Worker of a local run say to each other about resale.

/** '' nowhere, '*' everywhere, or country codes. */
export type MarketAsked = { countries?: string | undefined };
export type MarketTold = { countries: string };

/** Whether investors can sell stakes to each other. */
export async function marketSection(deps: Deps): Promise<Html> {
  const told = await deps.askMarket({}).catch(() => null);
  return html`<section id="market" class="card">
    <h2>Resale</h2>
    ${told ? standing(told.countries) : html`<p class="error">The settlement Worker does not answer.</p>`}
  </section>`;
}

function standing(countries: string): Html {
  const isOpen = countries !== "";
  const where = countries === "*" ? "Open everywhere." : isOpen ? `Open in ${countries}.` : "Closed: coming soon.";
  return html`<p><strong>${where}</strong></p>
    <form method="post" action="/sandbox/market" class="row">
      ${
        isOpen
          ? html`<button class="plain" name="market" value="closed">Close it</button>`
          : html`<button class="plain" name="market" value="open">Open it</button>`
      }
    </form>
    <p class="quiet">The setting market_countries, as two operators change it at /operator/settings.</p>`;
}

const WORDS: Record<string, string> = { open: "*", closed: "" };
const COUNTRIES = "'open', 'closed' or country codes such as 'DE,IN'";

const schema = z.strictObject({
  market: z
    .string()
    .transform((word) => WORDS[word] ?? word)
    .pipe(z.string().regex(/^(\*|[A-Z]{2}(,[A-Z]{2})*)?$/, COUNTRIES))
    .optional(),
});

/** GET tells where investors can sell to each other. POST {market} switches it. A form comes back to the page. */
export async function handleMarket(request: Request, deps: Deps): Promise<Response> {
  if (request.method === "GET") return json({ status: true, ...told(await deps.askMarket({})) });
  if (request.method !== "POST") return methodNotAllowed("GET, POST");
  const form = await readForm(request);
  const parsed = schema.safeParse(form ? Object.fromEntries(form) : await readJson(request));
  if (!parsed.success) return refusal(parsed.error);
  const { market: countries } = parsed.data;
  try {
    const answer = await deps.askMarket({ countries });
    return form ? seeOther("/sandbox#market") : json({ status: true, ...told(answer) });
  } catch (error) {
    const message = error instanceof Error ? error.message : "Resale could not be switched.";
    return form ? seeOther("/sandbox#market") : json({ status: false, message }, 502);
  }
}

const told = ({ countries }: MarketTold) => ({
  market: countries === "*" ? "open" : countries === "" ? "closed" : countries,
});
