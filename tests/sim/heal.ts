import { tick } from "./actors/cron";
import type { FaultPlan } from "./faults";
import type { Shop } from "./shop";

const MOST_TICKS = 2_000;
/** Outages last three days at most, and events that do not fit yet are retried for four. */
const LONGEST_MS = 7 * 86_400_000;

const AN_HOUR_MS = 3_600_001;

/**
 * Stops all faults but outages of days, and runs the timer until nothing is due, now or later; where the timer reconciles,
 * once more after that.
 */
export async function heal(shop: Shop, outages: FaultPlan): Promise<void> {
  const { world } = shop;
  world.rough = false;
  world.faults = outages;
  await world.run();
  await untilNothingIsDue(shop);
  if (!shop.reconciles) return;
  const calmMs = world.nowMs;
  do {
    world.nowMs += AN_HOUR_MS;
    await untilNothingIsDue(shop);
    // One that met an outage has compared only a part.
  } while (!hasReachedAll(shop) && world.nowMs - calmMs < LONGEST_MS);
}

function hasReachedAll({ store }: Shop): boolean {
  const [last] = store.rows<{ error: string | null }>(
    "SELECT error FROM reconciliations WHERE finished_at_ms IS NOT NULL ORDER BY asked_at_ms DESC LIMIT 1",
  );
  return last?.error === null;
}

async function untilNothingIsDue(shop: Shop): Promise<void> {
  const { world, store } = shop;
  const startedMs = world.nowMs;
  for (let ticks = 0; ticks < MOST_TICKS; ticks++) {
    void tick(shop).then((ok) => ok || world.violate("the timer runs when nothing fails", "it did not"));
    await world.run();
    const [next] = store.rows<{ dueMs: number | null }>(`SELECT min(due) AS dueMs FROM (
      SELECT min(available_at_ms) AS due FROM outbox WHERE done_at_ms IS NULL
      UNION ALL SELECT min(expires_at_ms) FROM payments WHERE state IN ('created', 'open'))`);
    if (next?.dueMs === null || next?.dueMs === undefined) return;
    if (next.dueMs - startedMs > LONGEST_MS) return world.violate("everything comes to an end in days", next);
    world.nowMs = Math.max(world.nowMs, next.dueMs);
  }
  world.violate(
    "everything comes to an end",
    store.rows("SELECT id, attempts, last_error FROM outbox WHERE done_at_ms IS NULL LIMIT 3"),
  );
}
