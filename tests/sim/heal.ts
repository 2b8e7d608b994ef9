import { tick } from "./actors/cron";
import type { FaultPlan } from "./faults";
import type { Shop } from "./shop";

const MOST_TICKS = 2_000;
/** Outages last three days at most, and events that do not fit yet are retried for four. */
const LONGEST_MS = 7 * 86_400_000;
/** An offer ends after 90 days, and what it brought is on hold for 60 more; a bid is open for 30 days at most. */
const LONGEST_MARKET_MS = 160 * 86_400_000;

const AN_HOUR_MS = 3_600_001;
const A_DAY_MS = 86_400_000;

/**
 * Stops all faults but outages of days, and runs the timer until nothing is due, now or later; where the timer reconciles,
 * once more after that.
 * @param market whether offers and bids are waited for that are still open
 */
export async function heal(shop: Shop, outages: FaultPlan, { market = true } = {}): Promise<void> {
  const { world } = shop;
  world.rough = false;
  world.faults = outages;
  await world.run();
  await untilNothingIsDue(shop, market && shop.trades);
  if (!shop.reconciles) return;
  const calmMs = world.nowMs;
  world.nowMs += AN_HOUR_MS;
  await untilNothingIsDue(shop, market && shop.trades);
  // One that met an outage has compared only a part.
  while (!hasReachedAll(shop) && world.nowMs - calmMs < LONGEST_MS) {
    world.nowMs += A_DAY_MS;
    await untilNothingIsDue(shop, market && shop.trades);
  }
}

function hasReachedAll({ store }: Shop): boolean {
  const [last] = store.rows<{ error: string | null }>(
    "SELECT error FROM reconciliations WHERE finished_at_ms IS NOT NULL ORDER BY asked_at_ms DESC LIMIT 1",
  );
  return last?.error === null;
}

/** What the timer does in days to come. */
const MARKET = ` UNION ALL SELECT min(expires_at_ms) FROM offers WHERE state = 'open'
      UNION ALL SELECT min(payable_from_ms) FROM offers WHERE state = 'sold' AND paid_at_ms IS NULL
      UNION ALL SELECT min(closes_at_ms) FROM bids WHERE state = 'open'`;

async function untilNothingIsDue(shop: Shop, market: boolean): Promise<void> {
  const { world, store } = shop;
  const startedMs = world.nowMs;
  for (let ticks = 0; ticks < MOST_TICKS; ticks++) {
    void tick(shop).then((ok) => ok || world.violate("the timer runs when nothing fails", "it did not"));
    await world.run();
    const [next] = store.rows<{ dueMs: number | null }>(`SELECT min(due) AS dueMs FROM (
      SELECT min(available_at_ms) AS due FROM outbox WHERE done_at_ms IS NULL
      UNION ALL SELECT min(expires_at_ms) FROM payments WHERE state IN ('created', 'open')${market ? MARKET : ""})`);
    if (next?.dueMs === null || next?.dueMs === undefined) return;
    if (next.dueMs - startedMs > (market ? LONGEST_MARKET_MS : LONGEST_MS))
      return world.violate("everything comes to an end in days", next);
    world.nowMs = Math.max(world.nowMs, next.dueMs);
  }
  world.violate(
    "everything comes to an end",
    store.rows("SELECT id, attempts, last_error FROM outbox WHERE done_at_ms IS NULL LIMIT 3"),
  );
}
