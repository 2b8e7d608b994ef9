import { and, eq, isNotNull, lt, ne, sql } from "drizzle-orm";
import { confirmExit } from "~/areas/casks/exits/confirm-exit";
import { creditExit } from "~/areas/casks/exits/credit-exit";
import { type ExitTerms, proposeExit } from "~/areas/casks/exits/propose-exit";
import type { Database } from "~/db/client";
import { casks, gauges, valuations } from "~/db/schema/casks";
import { caskExits } from "~/db/schema/market";
import { runWork, writes } from "~/db/work";
import { type CalendarDate, addDays, dateOf } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { divideSale } from "~/domain/divide-sale";
import type { CaskSketch, Window } from "./cask-sketch";
import { currentCasks, draftCasks } from "./casks-current";
import { pastCasks, soldCasks } from "./casks-past";
import { type World, depsAt, sessionOf } from "./world";

// The dates of demo casks depend on the current day, so that every state a cask can be in always shows. All makers,
// estates and warehouses are invented.

export type CaskPlan = {
  key: string;
  soldStakes: number;
  moves: Window["moves"];
  row: typeof casks.$inferInsert;
  /** null: it stands. */
  sale: ExitTerms | null;
  valuations: (typeof valuations.$inferInsert)[];
};

/** The one cask of which we do not tell what we paid. */
const UNTOLD = "copperfall";

const noonOf = (date: CalendarDate) => Date.parse(`${date}T12:00:00Z`);

export function planCasks(nowMs: number): CaskPlan[] {
  return [...currentCasks, ...pastCasks, ...soldCasks].map((sketch) => planCask(sketch, nowMs));
}

/** Complete, but not published: the issue price becomes a valuation only then. */
export function planDrafts(nowMs: number): CaskPlan[] {
  return draftCasks.map((sketch) => ({ ...planCask(sketch, nowMs), valuations: [] }));
}

function planCask(sketch: CaskSketch, nowMs: number): CaskPlan {
  const { costPerStakeCents, totalStakes } = sketch;
  const { key, ageYears, soldStakes, window, information, laterValues = [], sale, ...columns } = sketch;
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
  return {
    key,
    soldStakes,
    moves: window.moves,
    row,
    valuations: [issue, ...later],
    sale: sale ? { ...sale, soldOn: addMonths(today, -sale.monthsAgo) } : null,
  };
}

/** Adds missing casks, and on a later day moves the windows on, so that every state is shown again. */
export async function addCasks(db: Database, plans: readonly CaskPlan[]): Promise<void> {
  const sold = await db.select({ id: casks.id }).from(casks).where(isNotNull(casks.endedOn));
  const standing = plans.filter(({ row }) => sold.every(({ id }) => id !== row.id));
  await Promise.all(
    standing.map((plan) => {
      const cask = db.insert(casks).values(plan.row).onConflictDoNothing();
      const values = plan.valuations.map((one) => db.insert(valuations).values(one).onConflictDoNothing());
      const isDraft = and(eq(casks.id, plan.row.id), eq(casks.state, "draft"));
      const published = db.update(casks).set({ state: "published" }).where(isDraft);
      return runWork(db, writes(cask, published, ...values, ...moveWindow(db, plan)));
    }),
  );
}

/** A draft stays as it is, whatever operators have made of it. */
export async function addDrafts(db: Database, plans: readonly CaskPlan[]): Promise<void> {
  for (const { row } of plans) await db.insert(casks).values(row).onConflictDoNothing();
}

/** A launch moves only while no stake is held; a close date only moves later; history stays as it was. */
function moveWindow(db: Database, { row, moves }: CaskPlan) {
  const { launchesOn, closesOn } = row;
  const isThis = eq(casks.id, row.id);
  if (moves === "launch") {
    const untouched = sql`${casks.soldStakes} + ${casks.reservedStakes} = 0`;
    const whenOther = and(isThis, untouched, ne(casks.launchesOn, launchesOn));
    return [db.update(casks).set({ launchesOn, closesOn }).where(whenOther)];
  }
  if (moves === "close") {
    return [
      db
        .update(casks)
        .set({ closesOn })
        .where(and(isThis, lt(casks.closesOn, closesOn))),
    ];
  }
  return [];
}

// Regauges: what was found in a cask each time it was measured. The latest ones are the litres that the casks are offered with.

type Found = { key: string; monthsAgo: number; loaDecilitres: number; abvTenths: number; by: string };

const found: readonly Found[] = [
  { key: "strathquill", monthsAgo: 106, loaDecilitres: 1200, abvTenths: 635, by: "Strathquill Distillery" },
  { key: "strathquill", monthsAgo: 52, loaDecilitres: 1084, abvTenths: 592, by: "Leith Shore Bond No. 4" },
  { key: "strathquill", monthsAgo: 3, loaDecilitres: 1018, abvTenths: 574, by: "Leith Shore Bond No. 4" },
  { key: "loch_ardel", monthsAgo: 5, loaDecilitres: 1237, abvTenths: 574, by: "Carrick Brae Bond" },
  { key: "ardnamoil", monthsAgo: 6, loaDecilitres: 912, abvTenths: 539, by: "Leith Shore Bond No. 4" },
  { key: "glen_fennan", monthsAgo: 33, loaDecilitres: 1363, abvTenths: 579, by: "Carrick Brae Bond" },
  { key: "glen_fennan", monthsAgo: 19, loaDecilitres: 1336, abvTenths: 571, by: "Carrick Brae Bond" },
  { key: "glen_fennan", monthsAgo: 7, loaDecilitres: 1311, abvTenths: 566, by: "Carrick Brae Bond" },
  { key: "glen_orvane", monthsAgo: 28, loaDecilitres: 1106, abvTenths: 589, by: "Leith Shore Bond No. 4" },
  { key: "glen_orvane", monthsAgo: 3, loaDecilitres: 1064, abvTenths: 583, by: "Leith Shore Bond No. 4" },
  { key: "carsevane", monthsAgo: 14, loaDecilitres: 1720, abvTenths: 468, by: "Kirkwynd Warehouse 2" },
  { key: "carsevane", monthsAgo: 2, loaDecilitres: 1392, abvTenths: 417, by: "Kirkwynd Warehouse 2" },
];

/** Adds those that are missing. They are append-only: on a later day they keep the dates they were added with. */
export async function addGauges(db: Database, nowMs: number): Promise<void> {
  const rows = found.map(({ key, monthsAgo, loaDecilitres, abvTenths, by }, index) =>
    db
      .insert(gauges)
      .values({
        id: `gau_demo_${key}_${index}`,
        caskId: `csk_demo_${key}`,
        gaugedOn: addMonths(dateOf(nowMs), -monthsAgo),
        loaDecilitres,
        abvTenths,
        gaugedBy: by,
        createdAtMs: nowMs,
      })
      .onConflictDoNothing(),
  );
  await runWork(db, writes(...rows));
}

type Operators = { operatorId: string; secondId: string };

/** Casks that were sold in the past, with every holder credited: what `/exits` tells of. */
export async function sellCasks(world: World, plans: readonly CaskPlan[], operators: Operators): Promise<void> {
  for (const plan of plans) await sellCask(world, plan, operators);
  await world.db.run(sql`UPDATE outbox SET done_at_ms = available_at_ms WHERE done_at_ms IS NULL
    AND (id GLOB 'credit-exit:ext_demo_*' OR id GLOB 'send-notice:cask-sold:ext_demo_*')`);
}

async function sellCask(world: World, { key, row, sale }: CaskPlan, { operatorId, secondId }: Operators) {
  const exitId = `ext_demo_${key}`;
  const [known] = await world.db.select({ state: caskExits.state }).from(caskExits).where(eq(caskExits.id, exitId));
  const { totalStakes: stakes, id: caskId } = row;
  const division = sale && divideSale({ ...sale, stakes });
  if (!division || known?.state === "done") return;
  const then = { ...world, nowMs: Date.parse(`${sale.soldOn}T15:00:00Z`) };
  const deps = { ...depsAt(then, then.nowMs), newId: () => exitId, nudge: async () => undefined };
  const input = { exitId, caskId, terms: sale, netPerStakeCents: division.netPerStakeCents };
  if (!known) {
    const proposed = await proposeExit(deps, sessionOf(then, operatorId), input);
    if (!proposed.ok) throw new Error(`${exitId} was not proposed: ${proposed.code}`);
  }
  const confirmed = await confirmExit(deps, sessionOf(then, secondId), input);
  if (!confirmed.ok) throw new Error(`${exitId} was not confirmed: ${confirmed.code}`);
  await creditExit(deps, exitId);
}
