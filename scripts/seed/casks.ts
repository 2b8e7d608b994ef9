import type { casks, valuations } from "~/db/schema/casks";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import type { CaskSketch, Window } from "./cask-sketch";
import { currentCasks } from "./casks-current";
import { draftCasks } from "./casks-draft";
import { pastCasks } from "./casks-past";

// The dates of demo casks depend on the current day, so that every state a cask can be in always shows. All makers,
// estates and warehouses are invented.

export type CaskPlan = {
  key: string;
  soldStakes: number;
  moves: Window["moves"];
  row: typeof casks.$inferInsert;
  valuations: (typeof valuations.$inferInsert)[];
};

/** The one cask of which we do not tell what we paid. */
const UNTOLD = "copperfall";

const noonOf = (date: CalendarDate) => Date.parse(`${date}T12:00:00Z`);

export function planCasks(nowMs: number): CaskPlan[] {
  return [...currentCasks, ...pastCasks].map((sketch) => planCask(sketch, nowMs));
}

/** Complete, but not published: the issue price becomes a valuation only then. */
export function planDrafts(nowMs: number): CaskPlan[] {
  return draftCasks.map((sketch) => ({ ...planCask(sketch, nowMs), valuations: [] }));
}

function planCask(sketch: CaskSketch, nowMs: number): CaskPlan {
  const { costPerStakeCents, totalStakes } = sketch;
  const { key, ageYears, soldStakes, window, information, laterValues = [], ...columns } = sketch;
  const today = dateOf(nowMs);
  const from = window.unit === "days" ? addDays : addMonths;
  const launchesOn = from(today, window.launches);
  const createdAtMs = Math.min(nowMs, noonOf(addDays(launchesOn, -30)));
  const vintageYear = Number(launchesOn.slice(0, 4)) - ageYears;
  const id = `csk_demo_${key}`;
  const row = {
    ...columns,
    id,
    name: sketch.name.replace("{year}", String(vintageYear)),
    distilleryInformation: information.join("\n\n"),
    vintageYear,
    boughtForCents: key === UNTOLD ? null : (costPerStakeCents * totalStakes * (70 + ageYears)) / 100,
    launchesOn,
    closesOn: from(today, window.closes),
    createdAtMs,
  };
  const issue = {
    id: `val_demo_${key}_0`,
    caskId: id,
    valuedOn: launchesOn,
    valueCents: sketch.costPerStakeCents,
    tier: "issue" as const,
    method: "Issue price: cost per stake at launch",
    source: "Offer of this cask",
    author: "provider" as const,
    createdAtMs,
  };
  const later = laterValues.map(({ monthsAgo, ...value }, index) => {
    const valuedOn = addMonths(today, -monthsAgo);
    return { id: `val_demo_${key}_${index + 1}`, caskId: id, valuedOn, ...value, createdAtMs: noonOf(valuedOn) };
  });
  return { key, soldStakes, moves: window.moves, row, valuations: [issue, ...later] };
}
