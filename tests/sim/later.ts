import { dateOf } from "~/domain/calendar-date";
import { changeContact, saveBank } from "./actors/accounts";
import { closeSomeday } from "./actors/closings";
import { sellAfterReturn, sellSomeCask } from "./actors/exits";
import { workAtConsole } from "./actors/console";
import { tickForDays } from "./actors/cron";
import { askForAWhile, emptyWallet } from "./actors/holder";
import { checkIdentity, decideForAWhile, payRewards } from "./actors/operator";
import { payByFile } from "./actors/payout-runs";
import { takeBackOld } from "./actors/provider-side";
import { thinkAgain } from "./actors/second-thoughts";
import { enterValue, valueSomeCask } from "./actors/valuing";
import { visit } from "./actors/visits";
import type { Shop } from "./shop";
import { ACTIVE, CASKS, REFERRED } from "./template-plan";

// What goes on after the first hours of a run: days, months and whole cycles later.

const DAY_MS = 86_400_000;
const PASSES = { days: 35, months: 20, years: 45 };

/** Time passes while no one does anything, and the casks are valued for some of its days, in calm. */
export async function letTimePass(shop: Shop): Promise<void> {
  const { world } = shop;
  const { random } = world;
  const what = random.weighted(PASSES);
  const days = {
    days: () => random.between(1, 5),
    months: () => random.between(20, 400),
    years: () => random.between(700, 1_500),
  };
  const fromMs = world.nowMs;
  world.nowMs += days[what]() * DAY_MS + random.between(0, DAY_MS);
  world.count(`${what} pass`);
  if (what === "days") return;
  void valueCasks(shop, fromMs);
  await world.run();
}

/** Up and down: what was lost may be regained. Some values are recorded later than others of a later day. */
async function valueCasks(shop: Shop, fromMs: number): Promise<void> {
  const { world } = shop;
  const { random } = world;
  for (const { id, priceCents } of Object.values(CASKS)) {
    for (let n = random.between(0, 3); n > 0; n--) {
      const on = dateOf(random.between(fromMs, world.nowMs));
      const cents = Math.round((priceCents * random.between(80, 160)) / 100);
      await enterValue(shop, { caskId: id, on, cents });
    }
  }
}

/** Everybody who may be about, at once. */
export function beAbout(shop: Shop): void {
  const { random } = shop.world;
  for (const userId of ACTIVE) {
    if (random.chance(0.6)) void askForAWhile(shop, userId);
    if (random.chance(0.15)) void emptyWallet(shop, userId);
    if (random.chance(0.12)) void changeSomething(shop, userId);
    if (random.chance(0.15)) void checkIdentitySometime(shop, userId);
  }
  if (random.chance(0.2)) void closeSomeday(shop, random.pick(ACTIVE));
  if (random.chance(0.3)) void takeBackOld(shop);
  if (random.chance(0.3)) void thinkAgain(shop, 2 * DAY_MS);
  if (random.chance(0.2)) void visit(shop, null);
  if (random.chance(0.3)) void payRewards(shop);
  if (random.chance(0.2)) void sellSomeCask(shop, DAY_MS);
  if (random.chance(0.5)) void decideForAWhile(shop, 2, 4 * DAY_MS);
  if (random.chance(0.6)) void payByFile(shop, 2, 3 * DAY_MS);
  if (random.chance(0.2)) void valueSomeCask(shop, DAY_MS);
  if (random.chance(0.1)) void sellAfterReturn(shop, 3 * DAY_MS);
  if (random.chance(0.3)) void workAtConsole(shop, DAY_MS);
  void tickForDays(shop);
}

export async function changeSomething(shop: Shop, userId: string): Promise<void> {
  const { world } = shop;
  const { random } = world;
  await world.sleep(random.between(0, 1_500_000));
  if (random.chance(0.5)) return changeContact(shop, userId);
  const name = random.pick(["usual", "other", "shared"] as const);
  while (!(await saveBank(shop, userId, name))) await world.sleep(5_000);
}

/** A referred person and the one who referred them save the same account: the reward then waits for an operator. */
export async function shareAccount(shop: Shop): Promise<void> {
  const { world } = shop;
  for (const userId of world.random.pick(Object.entries(REFERRED)))
    while (!(await saveBank(shop, userId, "shared"))) await world.sleep(5_000);
}

async function checkIdentitySometime(shop: Shop, userId: string): Promise<void> {
  await shop.world.sleep(shop.world.random.between(0, 2 * DAY_MS));
  await checkIdentity(shop, userId);
}
