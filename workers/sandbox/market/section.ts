import type { Deps } from "../deps";
import { type Html, html } from "../pages/html";

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
