import type { PaymentMode } from "~/areas/buying/payment-mode";
import type { SimDesks } from "../desks";
import type { Shop } from "../shop";
import { ACTIVE, CASKS } from "../template-plan";
import { clickPay, type Opened, pay, seeSuccessPage, seeUnsuccessfulPage, type Want } from "./buyer";

// Everybody wants the same cask within seconds: who finds no stake stands in line until called.

const MOST_PRESSES = 6;
const MOST_LOOKS = 60;
/** What those do who hold a stake. */
const WAYS = { pays: 35, cancels: 30, "leaves it": 10, "presses again": 15, "changes the method": 10 };

export async function rush(shop: Shop, desks: SimDesks): Promise<void> {
  const { world } = shop;
  const { random } = world;
  await world.sleep(random.between(0, 900_000));
  const caskId = random.weighted({ [CASKS.single.id]: 60, [CASKS.pair.id]: 30, [CASKS.closing.id]: 10 });
  for (const userId of ACTIVE) if (random.chance(0.9)) void wantStake(shop, desks, userId, caskId);
}

async function wantStake(shop: Shop, desks: SimDesks, userId: string, caskId: string): Promise<void> {
  const { world } = shop;
  const { random } = world;
  let mode: PaymentMode = random.chance(0.6) ? "Bank" : "Crypto";
  await world.sleep(random.between(0, 20_000));
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    const opened = await clickPay(shop, { userId, caskId, mode });
    if (opened === "no answer") await world.sleep(random.between(2_000, 10_000));
    else if (opened === "refused") {
      if (!(await standInLine(shop, desks, userId, caskId))) return;
    } else {
      const next = await holds(shop, { userId, caskId, mode }, opened);
      if (next === null) return;
      mode = next;
    }
  }
}

/** @returns whether it is their turn, and they still want it */
async function standInLine(shop: Shop, desks: SimDesks, userId: string, caskId: string): Promise<boolean> {
  const { world } = shop;
  const { random } = world;
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const { is } = desks.place(caskId, userId);
    if (is === "called") return random.chance(0.85);
    if (is !== "in-line") return false;
    if (random.chance(0.01)) {
      await desks.door.leave(caskId, userId);
      world.count("desk: left the line");
      return false;
    }
    await world.sleep(random.between(4_000, 120_000));
  }
  return false;
}

/** @returns how they press again; null: they do not */
async function holds(shop: Shop, want: Want, opened: Opened): Promise<PaymentMode | null> {
  const { world } = shop;
  const { random } = world;
  const way = opened.paidAlready ? "leaves it" : random.weighted(WAYS);
  await world.sleep(random.between(1_000, 60_000));
  if (way === "presses again") return want.mode;
  if (way === "changes the method") return want.mode === "Bank" ? "Crypto" : "Bank";
  if (way === "pays" && pay(shop, opened)) await seeSuccessPage(shop, opened);
  if (way !== "cancels") return null;
  await seeUnsuccessfulPage(shop, want.userId, opened);
  await world.sleep(random.between(1_000, 120_000));
  return random.chance(0.5) ? want.mode : null;
}
