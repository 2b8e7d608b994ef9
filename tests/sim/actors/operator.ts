import { runWork } from "~/db/work";
import { accessOf } from "~/features/session/access";
import { payReward } from "~/features/rewards/pay-reward";
import { payWithdrawal, rejectWithdrawal } from "~/features/withdrawals/decide-withdrawal";
import { clearWithdrawal } from "~/features/withdrawals/clear-withdrawal";
import { recordIdentityCheck } from "~/features/withdrawals/record-identity-check";
import type { Shop } from "../shop";
import { OPERATOR } from "../template-plan";
import { signIn } from "./sign-in";

// Operators decide on withdrawals: sometimes twice, sometimes two at once who disagree.

type Open = { id: string; userId: string };

/** Looks in often; now and then days pass in between, in which waits end. */
export async function decideForAWhile(shop: Shop, times: number, longestPauseMs: number): Promise<void> {
  const { world } = shop;
  const { random } = world;
  for (let i = 0; i < times; i++) {
    await world.sleep(random.between(60_000, random.chance(0.5) ? 1_500_000 : longestPauseMs));
    for (const open of openWithdrawals(shop)) {
      if (random.chance(0.5)) await clear(shop, open);
      const pays = random.chance(0.75);
      const first = pays ? payOut(shop, open) : reject(shop, open);
      if (random.chance(0.5)) await (random.chance(0.7) ? payOut(shop, open) : reject(shop, open));
      await first;
    }
  }
}

/** Looks at a request that is over a limit, and lets it be paid. */
async function clear(shop: Shop, { id: withdrawalId }: Open): Promise<void> {
  if (shop.store.rows("SELECT id FROM withdrawals WHERE id = ? AND over_limit IS NULL", [withdrawalId]).length > 0)
    return;
  const answer = await shop.world.invoke("clear", (invocation) => {
    const { db, nowMs } = shop.deps(invocation);
    return runWork(db, clearWithdrawal(db, { withdrawalId, ...operating(shop, nowMs()) }));
  });
  if (answer.ok && answer.value) shop.world.count("withdrawal cleared");
}

/** Compares a person with a document; the latest of these counts. */
export async function checkIdentity(shop: Shop, userId: string): Promise<boolean> {
  const { world, store } = shop;
  const outcome = world.random.chance(0.75) ? "passed" : "failed";
  const checkId = world.newId("chk");
  for (let again = 0; again < 3; again++) {
    const answer = await world.invoke("identity check", (invocation) => {
      const { db, nowMs } = shop.deps(invocation);
      return runWork(db, recordIdentityCheck(db, { checkId, userId, outcome, ...operating(shop, nowMs()) }));
    });
    if (!answer.ok) continue;
    world.count(`identity check ${outcome}`);
    const recorded = "SELECT id FROM identity_checks WHERE id = ? AND outcome = ?";
    if (store.rows(recorded, [checkId, outcome]).length !== 1)
      world.violate("an identity check that was answered is recorded", checkId);
    return true;
  }
  return false;
}

/** An operator's request: who, when, and while their session is live. */
function operating(shop: Shop, nowMs: number) {
  const { live } = accessOf(signIn(shop, OPERATOR), nowMs);
  return { operatorId: OPERATOR, nowMs, live };
}

export function openWithdrawals({ store }: Shop): Open[] {
  return store.rows<Open>(
    "SELECT id, user_id AS userId FROM withdrawals WHERE state = 'progress' ORDER BY created_at_ms",
  );
}

export async function payOut(shop: Shop, { id: withdrawalId, userId }: Open): Promise<boolean> {
  const { world } = shop;
  const bankReference = `UTR-${withdrawalId}`;
  const answer = await world.invoke("pay out", async (invocation) => {
    const { db, nowMs } = shop.deps(invocation);
    const decision = { withdrawalId, userId, bankReference, ...operating(shop, nowMs()) };
    return runWork(db, payWithdrawal(db, decision));
  });
  if (!answer.ok) return false;
  world.count(answer.value.ok ? "withdrawal paid" : `withdrawal not paid: ${answer.value.code}`);
  return true;
}

export async function reject(shop: Shop, { id: withdrawalId, userId }: Open): Promise<boolean> {
  const answer = await shop.world.invoke("reject", (invocation) => {
    const { db, nowMs } = shop.deps(invocation);
    const decision = { withdrawalId, userId, reason: "The name does not match.", ...operating(shop, nowMs()) };
    return runWork(db, rejectWithdrawal(db, decision));
  });
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
    if (random.chance(0.3)) void payOneReward(shop, referredId);
    await payOneReward(shop, referredId);
  }
}

export async function payOneReward(shop: Shop, referredId: string): Promise<boolean> {
  const answer = await shop.world.invoke("pay reward", (invocation) => {
    const { db, nowMs } = shop.deps(invocation);
    return runWork(db, payReward(db, { referredId, ...operating(shop, nowMs()) }));
  });
  if (answer.ok && answer.value.ok) shop.world.count("reward paid");
  return answer.ok;
}
