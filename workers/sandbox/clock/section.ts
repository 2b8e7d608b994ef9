import type { Deps } from "../deps";
import { type Html, html, moment } from "../pages/html";
import { clockState, DAY_MS, isMoving } from "./clock";

/** Whole days from this day to the same one so many months later, or to the day after where the month is too short. */
function daysIn(months: number, fromMs: number): number {
  const from = new Date(fromMs);
  const to = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, from.getUTCDate());
  return Math.round((to - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate())) / DAY_MS);
}

export function clockSection(deps: Deps): Html {
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
