import { eq, sql } from "drizzle-orm";
import { confirmExit } from "~/areas/casks/exits/confirm-exit";
import { creditExit } from "~/areas/casks/exits/credit-exit";
import { proposeExit } from "~/areas/casks/exits/propose-exit";
import { caskExits } from "~/db/schema/market";
import { divideSale } from "~/domain/divide-sale";
import type { CaskPlan } from "./casks";
import { depsAt, sessionOf, type World } from "./world";

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
