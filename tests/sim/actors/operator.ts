import { sql } from "drizzle-orm";
import { runWork } from "~/db/work";
import { payReward } from "~/features/rewards/pay-reward";
import { HOLD_MS } from "~/features/withdrawals/payable-from";
import { payWithdrawal, rejectWithdrawal } from "../../support/withdrawals";
import type { Shop } from "../shop";
import { OPERATOR } from "../template-plan";

// Operators decide on withdrawals: sometimes twice, sometimes two at once who disagree.

type Open = { id: string; userId: string };

export async function decideForAWhile(shop: Shop, times: number): Promise<void> {
  const { world } = shop;
  const { random } = world;
  for (let i = 0; i < times; i++) {
    await world.sleep(random.between(60_000, 1_500_000));
    for (const open of openWithdrawals(shop)) {
      const pays = random.chance(0.6);
      const first = pays ? payOut(shop, open, random.chance(0.2)) : reject(shop, open);
      if (random.chance(0.5)) await (random.chance(0.5) ? payOut(shop, open) : reject(shop, open));
      await first;
    }
  }
}

export function openWithdrawals({ store }: Shop): Open[] {
  return store.rows<Open>(
    "SELECT id, user_id AS userId FROM withdrawals WHERE state = 'progress' ORDER BY created_at_ms",
  );
}

/** @param early without waiting for the end of its hold, which may be over by itself */
export async function payOut(shop: Shop, { id: withdrawalId, userId }: Open, early = false): Promise<boolean> {
  const { world, store } = shop;
  const bankReference = `UTR-${withdrawalId}`;
  const answer = await world.invoke("pay out", async (invocation) => {
    const deps = shop.deps(invocation);
    const atMs = deps.nowMs() + (early ? 0 : HOLD_MS);
    const decision = { withdrawalId, userId, operatorId: OPERATOR, bankReference, nowMs: atMs };
    return payWithdrawal(deps, decision);
  });
  if (!answer.ok) return false;
  const outcome = answer.value;
  world.count(outcome.ok ? "withdrawal paid" : `withdrawal not paid: ${outcome.code}`);
  if (!outcome.ok) return true;
  // By the time it was recorded at: a repetition succeeds too, whatever its own time.
  const tooEarly = "SELECT id FROM withdrawals WHERE id = ? AND payable_from_ms > updated_at_ms";
  for (const row of store.rows(tooEarly, [withdrawalId])) world.violate("nothing is paid out before its time", row);
  return true;
}

export async function reject(shop: Shop, { id: withdrawalId, userId }: Open): Promise<boolean> {
  const answer = await shop.world.invoke("reject", (invocation) =>
    rejectWithdrawal(shop.deps(invocation), { withdrawalId, userId, operatorId: OPERATOR }),
  );
  if (answer.ok) shop.world.count(answer.value.ok ? "withdrawal rejected" : `not rejected: ${answer.value.code}`);
  return answer.ok;
}

/** Pays the rewards that are due, now and then one twice. */
export async function payRewards(shop: Shop): Promise<void> {
  const { world, store } = shop;
  const { random } = world;
  await world.sleep(random.between(300_000, 5_400_000));
  for (const { referredId } of store.rows<{ referredId: string }>(
    "SELECT referred_id AS referredId FROM referrals WHERE state = 'pending'",
  )) {
    const pay = () =>
      world.invoke("pay reward", (invocation) => {
        const { db, nowMs } = shop.deps(invocation);
        return runWork(db, payReward(db, { referredId, operatorId: OPERATOR, nowMs: nowMs(), live: sql`1 = 1` }));
      });
    if (random.chance(0.3)) void pay();
    const answer = await pay();
    if (answer.ok && answer.value.ok) world.count("reward paid");
  }
}
