import { and, eq, lt, ne, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { casks, valuations } from "~/db/schema/casks";
import { runWork, writes } from "~/db/work";
import type { CaskPlan } from "./casks";

/** Adds missing casks, and on a later day moves the windows on, so that every state is shown again. */
export async function addCasks(db: Database, plans: readonly CaskPlan[]): Promise<void> {
  await Promise.all(
    plans.map((plan) => {
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
