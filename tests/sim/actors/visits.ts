import type { Shop } from "../shop";
import { ACTIVE, CASKS, NEWCOMERS } from "../template-plan";
import { payInParts } from "./paying-in-parts";
import { clickPay, type Opened, openPayment, pay, seeSuccessPage, seeUnsuccessfulPage, type Want } from "./buyer";

// All kinds of visits: to pay, to leave, to come back, to pay twice, too late, too little.

const WAYS = {
  pays: 44,
  "clicks twice": 8,
  "leaves it": 6,
  cancels: 9,
  "cancels and pays in another tab": 6,
  "pays late": 12,
  "pays both ways": 12,
  "pays too little": 3,
  "pays in parts": 8,
  "pays in euros": 2,
  "pays in dust": 1,
  "pays for someone else": 1,
};

/** @param keen the only visitor; null: any */
export async function visit(shop: Shop, keen: string | null): Promise<void> {
  const { world } = shop;
  const { random } = world;
  await world.sleep(random.between(0, keen ? 200_000 : 1_500_000));
  const newcomer = keen === null && random.chance(0.3);
  const userId = keen ?? random.pick(newcomer ? NEWCOMERS : ACTIVE);
  const wantsFee = newcomer ? random.chance(0.75) : random.chance(0.03);
  const wanted = { [CASKS.single.id]: 40, [CASKS.pair.id]: 28, [CASKS.plenty.id]: 12, [CASKS.closing.id]: 12 };
  const cask = keen ? random.pick(Object.keys(wanted)) : random.weighted({ ...wanted, [CASKS.upcoming.id]: 8 });
  const want: Want = { userId, caskId: wantsFee ? null : cask, mode: random.chance(0.6) ? "Bank" : "Crypto" };
  const way = random.weighted(WAYS);
  if (way === "clicks twice") void clickPay(shop, want);
  const opened = await openPayment(shop, want);
  if (!opened || opened.paidAlready) return;
  world.count(`buyer ${way}`);
  await follow(shop, want, opened, way);
  if (wantsFee && random.chance(0.5)) await payFeeAgain(shop, want);
}

/** Refused while the first fee counts; but that one may be disputed by now. */
async function payFeeAgain(shop: Shop, want: Want): Promise<void> {
  await shop.world.sleep(shop.world.random.between(300_000, 2_400_000));
  const opened = await openPayment(shop, want);
  if (opened && !opened.paidAlready) pay(shop, opened);
}

async function follow(shop: Shop, want: Want, opened: Opened, way: keyof typeof WAYS): Promise<void> {
  const { world } = shop;
  const { random } = world;
  const thinks = () =>
    world.sleep(random.chance(0.2) ? random.between(60_000, 1_700_000) : random.between(1_000, 60_000));
  switch (way) {
    case "leaves it":
      return;
    case "cancels":
    case "cancels and pays in another tab":
      await thinks();
      await seeUnsuccessfulPage(shop, want.userId, opened);
      if (way === "cancels") return;
      await world.sleep(random.between(0, 20_000));
      pay(shop, opened);
      return;
    case "pays late":
      await world.sleep(random.between(29 * 60_000, 62 * 60_000));
      pay(shop, opened);
      return;
    case "pays both ways":
      return payBothWays(shop, want, opened);
    case "pays in parts":
      await thinks();
      return payInParts(shop, want.userId, opened);
    case "pays too little":
      return payWrongly(shop, opened, { cents: 1 + random.between(0, 900) });
    case "pays in euros":
      return payWrongly(shop, opened, { currency: "EUR" });
    case "pays in dust":
      return payWrongly(shop, { ...opened }, { cents: null });
    case "pays for someone else":
      return payWrongly(shop, opened, { claimedPaymentId: "pay_someone_else" });
    case "pays":
    case "clicks twice":
      await thinks();
      if (pay(shop, opened)) await seeSuccessPage(shop, opened);
  }

  async function payBothWays(shopAgain: Shop, first: Want, one: Opened) {
    await thinks();
    const other = await openPayment(shopAgain, { ...first, mode: first.mode === "Bank" ? "Crypto" : "Bank" });
    const paidFirst = pay(shopAgain, one);
    await thinks();
    if (other && !other.paidAlready && pay(shopAgain, other) && paidFirst) world.count("paid twice");
  }

  async function payWrongly(shopAgain: Shop, one: Opened, paid: Parameters<typeof pay>[2]) {
    await thinks();
    if (pay(shopAgain, one, paid)) world.count("paid wrongly");
  }
}
