import { runScheduledWork } from "../../../workers/settlement/scheduled-work";
import type { Shop } from "../shop";

/** What the timer does: the settlement Worker's scheduled work. Reconciliation with the providers belongs in there as well. */
export async function tick(shop: Shop): Promise<boolean> {
  const outcome = await shop.world.invoke("cron", (invocation) => runScheduledWork(shop.deps(invocation)));
  return outcome.ok;
}

export async function tickForAWhile(shop: Shop, times: number): Promise<void> {
  const { world } = shop;
  for (let i = 0; i < times; i++) {
    await world.sleep(world.random.between(60_000, 1_200_000));
    await tick(shop);
  }
}
