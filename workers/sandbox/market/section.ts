import { DAY_MS, isMoving } from "../clock/clock";
import { jumpForm } from "../clock/section";
import type { Deps } from "../deps";
import { type Html, html, moment } from "../pages/html";
import type { MarketTold } from "./market";

/** Whether investors can sell stakes to each other, and what to press to see a round from its opening to its result. */
export async function marketSection(deps: Deps): Promise<Html> {
  const told = await deps.askMarket({}).catch(() => null);
  return html`<section id="market" class="card">
    <h2>Market</h2>
    ${told ? standing(deps, told) : html`<p class="error">The settlement Worker does not answer.</p>`}
  </section>`;
}

function standing(deps: Deps, { countries, round, opensAtMs, orders }: MarketTold): Html {
  const isOpen = countries !== "";
  const where = countries === "*" ? "Open everywhere." : isOpen ? `Open in ${countries}.` : "Closed: coming soon.";
  const nowMs = deps.nowMs();
  const at = (ms: number) => moment(new Date(ms).toISOString());
  return html`<p><strong>${where}</strong></p>
    <p>
      ${
        round
          ? html`The round of ${round.month} closes at ${at(round.closesAtMs)}; ${orders} open orders.`
          : html`No round is open. The next one opens at ${at(opensAtMs)}.`
      }
    </p>
    <form method="post" action="/sandbox/market" class="row">
      ${
        isOpen
          ? html`<button class="plain" name="market" value="closed">Close the market</button>`
          : html`<button class="plain" name="market" value="open">Open the market</button>`
      }
      ${isOpen && round ? html`<button class="plain" name="orders" value="demo">Place the demo orders</button>` : null}
    </form>
    ${isOpen && !isMoving(deps) ? jump(deps, round ? round.closesAtMs : opensAtMs, nowMs, round !== null) : null}
    <p class="quiet">
      The setting market_countries, as two operators change it at /operator/settings. The demo investor sells a stake at
      a price that meets; in another cask no limits meet.
    </p>`;
}

function jump(deps: Deps, toMs: number, nowMs: number, isClose: boolean): Html {
  const days = Math.ceil((toMs - nowMs) / DAY_MS);
  const label = `+${days} ${days === 1 ? "day" : "days"} (${isClose ? "the round closes" : "a round is open"})`;
  return jumpForm(deps, [{ label, days }]);
}
