import { cancelOwnWithdrawal, stopWithdrawal } from "~/areas/payouts/withdrawals/cancel-withdrawal";
import type { Shop } from "../shop";
import { sessionOf, SignedOut, signIn } from "./sign-in";

// Requests are taken back: by the investors who made them, and by the link in the emails about them; sometimes twice, sometimes too late:
// the bank has them, or they are decided.

type Standing = { id: string; userId: string; stopToken: string };

/** Those that are open; with `decided`, also the ones that it is too late for. */
export function standing({ store }: Shop, decided = false): Standing[] {
  const states = decided
    ? "'progress', 'sending', 'paid', 'rejected', 'cancelled', 'returned'"
    : "'progress', 'sending'";
  // What the bank has is tried too: from outside no one sees that it is too late.
  return store.rows<Standing>(`SELECT id, user_id AS userId, stop_token AS stopToken FROM withdrawals
    WHERE state IN (${states}) AND stop_token IS NOT NULL ORDER BY created_at_ms, id`);
}

export async function cancel(shop: Shop, { id, userId }: Standing): Promise<boolean> {
  const { world } = shop;
  shop.takenBack.add(id);
  const claim = signIn(shop, userId);
  const answer = await world.invoke("cancel", async (invocation) => {
    const deps = shop.deps(invocation);
    try {
      const done = await cancelOwnWithdrawal(deps, sessionOf(deps, claim), id);
      return done.ok ? "cancelled" : done.code;
    } catch (error) {
      if (error instanceof SignedOut) return "signed out";
      throw error;
    }
  });
  if (answer.ok) {
    world.count(`cancel: ${answer.value}`);
    if (answer.value === "cancelled") isOver(shop, id);
  }
  return answer.ok;
}

export async function stop(shop: Shop, { id, stopToken }: Standing): Promise<boolean> {
  const { world } = shop;
  shop.takenBack.add(id);
  const answer = await world.invoke("stop link", (invocation) => stopWithdrawal(shop.deps(invocation), stopToken));
  if (!answer.ok) return false;
  world.count(answer.value ? "stop link used" : "stop link unknown");
  if (!answer.value) world.violate("the link of a withdrawal stops it", id);
  isOver(shop, id);
  return true;
}

/** A user told that it has ended can rely on that. */
function isOver({ store, world }: Shop, id: string): void {
  const open = "SELECT id FROM withdrawals WHERE id = ? AND state = 'progress'";
  for (const row of store.rows(open, [id])) world.violate("what was stopped is over", row);
}

export async function thinkAgain(shop: Shop, longestPauseMs: number): Promise<void> {
  const { world } = shop;
  const { random } = world;
  await world.sleep(random.between(60_000, random.chance(0.5) ? 2_400_000 : longestPauseMs));
  const all = standing(shop, random.chance(0.3));
  if (all.length === 0) return;
  const one = random.pick(all);
  const how = random.chance(0.5) ? cancel : stop;
  if (random.chance(0.3)) void (random.chance(0.5) ? cancel : stop)(shop, one);
  for (let press = 0; press < 3; press++) {
    if (await how(shop, one)) return;
    await world.sleep(5_000);
  }
}
