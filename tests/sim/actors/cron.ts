import { runReconciliation } from "~/areas/buying/reconciliation/run-reconciliation";
import { relayToMany } from "../../../workers/settlement/outbox";
import { runScheduledWork } from "../../../workers/settlement/run-timer";
import type { Shop } from "../shop";

/** What the timer does: the settlement Worker's scheduled work, then, once an hour, reconciliation. */
export async function tick(shop: Shop): Promise<boolean> {
  const outcome = await shop.world.invoke("cron", async (invocation) => {
    const deps = shop.deps(invocation);
    // In production a lane of its own beside the others, at a pace.
    const [{ jobs_failed: failed }] = await Promise.all([runScheduledWork(deps), relayToMany(deps, { apartMs: 0 })]);
    if (shop.reconciles && (await runReconciliation(deps))) shop.world.count("reconciled");
    return failed === 0;
  });
  return outcome.ok && outcome.value;
}

export async function tickForAWhile(shop: Shop, times: number): Promise<void> {
  const { world } = shop;
  for (let i = 0; i < times; i++) {
    await world.sleep(world.random.between(60_000, 1_200_000));
    await tick(shop);
  }
}

/** Seldom, but through all the days in which people wait. */
export async function tickForDays(shop: Shop): Promise<void> {
  for (const hours of [0.5, 8, 20, 24, 24, 24]) {
    await shop.world.sleep(hours * 3_600_000);
    await tick(shop);
  }
}
