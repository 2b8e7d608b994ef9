import type { OrderAsked } from "~/areas/market/resale/order-form";
import { placeOrder } from "~/areas/market/resale/place-order";
import { withdrawOrder } from "~/areas/market/resale/withdraw-order";
import type { Shop } from "../shop";
import { sha256 } from "../sync-digest";
import { sessionOf, SignedOut, signIn } from "./sign-in";
import { topUp } from "./topping-up";

// Investors offer stakes, bid for stakes, and withdraw what they have ordered: twice at once, on both sides, too late.

const DAY_MS = 86_400_000;

/** One press of the button. @returns the refusal's code, 'placed', or null: no answer */
export async function press(shop: Shop, userId: string, caskId: string, asked: OrderAsked): Promise<string | null> {
  const { world } = shop;
  const claim = signIn(shop, userId);
  const answer = await world.invoke("place order", async (invocation) => {
    const deps = shop.deps(invocation);
    try {
      return await placeOrder({ ...deps, sha256 }, sessionOf(deps, claim), { caskId, country: null, asked });
    } catch (error) {
      if (error instanceof SignedOut) return null;
      throw error;
    }
  });
  if (!answer.ok || answer.value === null) return null;
  const outcome = answer.value;
  world.count(`order ${asked.side}: ${outcome.ok ? "placed" : outcome.refusal.code}`);
  if (!outcome.ok) return outcome.refusal.code;
  const { number, side, limitCents: limit, quantity, salt, receipt, closesAtMs } = outcome.order;
  if (side !== asked.side || limit !== asked.limitCents)
    world.violate("an order is the one that was asked for", number);
  shop.orders.set(number, { caskId, side, limit, quantity, salt, receipt, closesAtMs });
  return "placed";
}

/** Until there is an answer; who has just paid in waits for the money as well. */
async function pressUntilDone(shop: Shop, userId: string, caskId: string, asked: OrderAsked): Promise<void> {
  for (let presses = 0; presses < 4; presses++) {
    const code = await press(shop, userId, caskId, asked);
    if (code !== null && code !== "not-enough-money") return;
    await shop.world.sleep(code === null ? 5_000 : 1_200_000);
  }
}

type Mine = { id: string; caskId: string };
/** With whether what is not filled goes into the next round. */
type Wish = { caskId: string; asked: OrderAsked & { carriesOver?: boolean } };

/** What somebody wants of the market now: to sell what they hold, or to buy of a cask that others hold. */
function wishOf({ store, world: { random } }: Shop, userId: string, side: OrderAsked["side"]): Wish | null {
  const casks = store.rows<{ id: string; valueCents: number }>(`SELECT id, coalesce((SELECT value_cents FROM valuations
      WHERE cask_id = casks.id ORDER BY valued_on DESC, created_at_ms DESC, id DESC LIMIT 1), cost_per_stake_cents) AS valueCents
    FROM casks WHERE sold_stakes > 0 AND ended_on IS NULL ORDER BY id`);
  const mine = store.rows<Mine>(
    "SELECT id, cask_id AS caskId FROM stakes WHERE user_id = ? AND state <> 'ended' ORDER BY id",
    [userId],
  );
  const sells = side === "sell";
  if (casks.length === 0 || (sells && mine.length === 0)) return null;
  const offered = store.rows<{ id: string }>(
    `SELECT DISTINCT cask_id AS id FROM resale_orders
    WHERE state = 'open' AND side = 'sell' AND user_id <> ? ORDER BY 1`,
    [userId],
  );
  const bought = offered.length > 0 && random.chance(0.8) ? random.pick(offered).id : random.pick(casks).id;
  const wanted = sells ? random.pick(mine).caskId : bought;
  const cask = casks.find(({ id }) => id === wanted);
  if (!cask) return null;
  // Buyers a little higher than sellers, so that many rounds trade; now and then above what is allowed.
  const percent = sells ? random.between(70, 103) : random.between(85, random.chance(0.05) ? 115 : 110);
  const limitCents = Math.round((cask.valueCents * percent) / 100) + random.between(0, 9);
  const carriesOver = random.chance(0.4);
  if (!sells) return { caskId: cask.id, asked: { side, quantity: random.between(1, 2), limitCents, carriesOver } };
  const stakeIds = mine.filter(({ caskId }) => caskId === cask.id && random.chance(0.8)).map(({ id }) => id);
  return stakeIds.length === 0 ? null : { caskId: cask.id, asked: { side, stakeIds, limitCents, carriesOver } };
}

/** Places an order within that time, with money that is paid in for it where the wallet has too little. */
export async function trade(shop: Shop, userId: string, side: OrderAsked["side"], withinMs: number): Promise<void> {
  const { world, store } = shop;
  const { random } = world;
  // Who buys comes later, so that there is something to buy.
  const third = Math.floor(withinMs / 3);
  await world.sleep(side === "sell" ? random.between(0, third) : random.between(third, withinMs));
  const wish = wishOf(shop, userId, side);
  if (!wish) return;
  const { caskId, asked } = wish;
  if (asked.side === "buy") {
    const [wallet] = store.rows<{ cents: number }>(
      "SELECT credits_total - debits_total AS cents FROM accounts WHERE id = 'user:' || ? || ':wallet'",
      [userId],
    );
    const missing = Math.ceil(asked.quantity * asked.limitCents * 1.02) - (wallet?.cents ?? 0);
    if (missing > 0) {
      await topUp(shop, userId, missing);
      await world.sleep(random.between(60_000, 900_000));
    }
  }
  if (random.chance(0.3)) void press(shop, userId, caskId, asked);
  await pressUntilDone(shop, userId, caskId, asked);
  if (random.chance(0.15)) await otherSide(shop, userId, caskId, asked);
}

async function otherSide(shop: Shop, userId: string, caskId: string, { side, limitCents }: OrderAsked): Promise<void> {
  const [own] = shop.store.rows<Mine>(
    "SELECT id, cask_id AS caskId FROM stakes WHERE user_id = ? AND cask_id = ? AND state = 'active' LIMIT 1",
    [userId, caskId],
  );
  if (side === "sell") await press(shop, userId, caskId, { side: "buy", quantity: 1, limitCents });
  else if (own) await press(shop, userId, caskId, { side: "sell", stakeIds: [own.id], limitCents });
}

/** Some order that stands, at some time until its round closes: in time or on the last day. */
export async function withdrawSome(shop: Shop, longestPauseMs: number): Promise<void> {
  const { world, store } = shop;
  const { random } = world;
  await world.sleep(random.between(0, longestPauseMs));
  const open = store.rows<{
    number: number;
    userId: string;
    closesAtMs: number;
  }>(`SELECT number, user_id AS userId, closes_at_ms AS closesAtMs
    FROM resale_orders JOIN resale_rounds ON resale_rounds.id = round_id WHERE resale_orders.state = 'open' ORDER BY number`);
  if (open.length === 0) return;
  const { number, userId, closesAtMs } = random.pick(open);
  if (random.chance(0.3)) {
    const lastMs = closesAtMs - DAY_MS;
    await world.sleep(Math.max(0, lastMs - world.nowMs + random.between(-3_000, 3_000)));
  }
  if (random.chance(0.3)) void withdraw(shop, userId, number);
  for (let presses = 0; presses < 3; presses++) {
    if (await withdraw(shop, userId, number)) return;
    await world.sleep(5_000);
  }
}

export async function withdraw(shop: Shop, userId: string, number: number): Promise<boolean> {
  const { world } = shop;
  const claim = signIn(shop, userId);
  const answer = await world.invoke("withdraw order", async (invocation) => {
    const deps = shop.deps(invocation);
    try {
      return await withdrawOrder(deps, sessionOf(deps, claim), number);
    } catch (error) {
      if (error instanceof SignedOut) return null;
      throw error;
    }
  });
  if (!answer.ok) return false;
  if (answer.value === null) return true;
  world.count(`order withdrawn: ${answer.value.ok ? "done" : answer.value.code}`);
  if (answer.value.ok) shop.withdrawnOrders.add(number);
  return true;
}
