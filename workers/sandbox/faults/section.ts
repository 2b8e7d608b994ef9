import type { Deps } from "../deps";
import { type Html, html } from "../pages/html";
import { currentFaults, type Faults } from "./faults";
import { PRESETS } from "./presets";

export function faultsSection(deps: Deps): Html {
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
