import { sql } from "drizzle-orm";
import { walletOf } from "~/features/ledger/accounts";
import type { MadeWithdrawal } from "~/features/withdrawals/make-withdrawal";
import { planBalance, planReturn, requestBalance, requestReturn } from "../../support/withdrawals";
import type { Shop } from "../shop";

// Holders withdraw a cycle's return or their wallet's balance, calling the use cases in the order of the wallet's
// route.

/** One press of 'Withdraw'. */
export async function askForReturn(
  shop: Shop,
  userId: string,
): Promise<MadeWithdrawal["outcome"] | "nothing to ask for" | "no answer"> {
  const { world } = shop;
  const answer = await world.invoke("withdrawal", async (invocation) => {
    const deps = shop.deps(invocation);
    const plan = await planReturn(deps, userId);
    if (!plan) return "nothing to ask for";
    return requestReturn(deps, { userId, plan });
  });
  if (!answer.ok) return "no answer";
  world.count(`withdrawal ${answer.value}`);
  return answer.value;
}

/** One press of 'Withdraw' for the whole balance, as it was shown. */
export async function askForBalance(
  shop: Shop,
  userId: string,
): Promise<MadeWithdrawal["outcome"] | "nothing to ask for" | "no answer"> {
  const { world, store } = shop;
  const answer = await world.invoke("balance", async (invocation) => {
    const deps = shop.deps(invocation);
    const amountCents = await planBalance(deps, userId);
    if (amountCents === null) return { outcome: "nothing to ask for" as const };
    return { ...(await requestBalance(deps, { userId, amountCents })), amountCents };
  });
  if (!answer.ok) return "no answer";
  const { value } = answer;
  world.count(`balance ${value.outcome}`);
  if (value.outcome === "requested") {
    const other = "SELECT amount_cents FROM withdrawals WHERE id = ? AND amount_cents <> ?";
    for (const row of store.rows(other, [value.withdrawalId, value.amountCents]))
      world.violate("what is taken is what was shown", row);
  }
  return value.outcome;
}

/** Withdraws the balance, while more may be credited. */
export async function emptyWallet(shop: Shop, userId: string): Promise<void> {
  const { world } = shop;
  await world.sleep(world.random.between(0, 1_800_000));
  if (world.random.chance(0.5)) void askForBalance(shop, userId);
  if (world.random.chance(0.5)) void creditPromotion(shop, userId);
  for (let press = 0; press < 3; press++) {
    if ((await askForBalance(shop, userId)) !== "no answer") return;
    await world.sleep(5_000);
  }
}

async function creditPromotion(shop: Shop, userId: string): Promise<void> {
  const id = shop.world.newId("promotion:");
  await shop.world.invoke("promotion", async (invocation) => {
    const { db, nowMs } = shop.deps(invocation);
    await db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES (${id}, 'house:promotions', ${walletOf(userId)}, 700, 'USD', 'promotion', ${id}, ${nowMs()})`);
  });
}

export async function askForAWhile(shop: Shop, userId: string): Promise<void> {
  const { world } = shop;
  const { random } = world;
  await world.sleep(random.between(0, 1_200_000));
  if (random.chance(0.3)) void askForReturn(shop, userId);
  for (let press = 0; press < 3; press++) {
    if ((await askForReturn(shop, userId)) !== "no answer") break;
    await world.sleep(5_000);
  }
  if (random.chance(0.4)) {
    // After a rejection the cycle can be withdrawn again.
    await world.sleep(random.between(600_000, 2_400_000));
    await askForReturn(shop, userId);
  }
}
