import type { Shop } from "../shop";
import { type Opened, openPayment, pay, seeSuccessPage, seeUnsuccessfulPage, type Want } from "./buyer";
import { payInParts } from "./paying-in-parts";
import { disputeOf } from "./provider-side";

// People fill their wallets by card and crypto: at once, late, of two amounts, in parts; some take the money back after they have spent it.

const LEAST_CENTS = 5_000;

const WAYS = { pays: 70, "pays late": 8, "pays both amounts": 10, "leaves it": 4, "pays in parts": 8 };

/** @param cents what is needed; a top-up has a least amount */
export async function topUp(shop: Shop, userId: string, cents: number): Promise<void> {
  const { world } = shop;
  const { random } = world;
  const want: Want = {
    ...{ userId, caskId: null, mode: random.chance(0.6) ? "Bank" : "Crypto" },
    topUp: { amountCents: Math.max(LEAST_CENTS, cents), country: null },
  };
  const way = random.weighted(WAYS);
  const opened = await openPayment(shop, want);
  if (!opened || opened.paidAlready) return;
  world.count(`top-up ${way}`);
  await world.sleep(random.between(1_000, 60_000));
  if (way === "pays in parts") return payInParts(shop, userId, opened);
  if (way === "pays late") await world.sleep(random.between(29 * 60_000, 62 * 60_000));
  if (way === "leaves it") return seeUnsuccessfulPage(shop, userId, opened);
  if (way === "pays both amounts") await payOther(shop, want, opened);
  if (pay(shop, opened)) await seeSuccessPage(shop, opened);
}

/** Another amount takes the place of the first, which is paid all the same. */
async function payOther(shop: Shop, want: Want, first: Opened): Promise<void> {
  const amountCents = (want.topUp?.amountCents ?? 0) + 1_000;
  const other = await openPayment(shop, { ...want, topUp: { amountCents, country: null } });
  if (other && !other.paidAlready && pay(shop, other) && first.paymentId !== other.paymentId)
    shop.world.count("two amounts paid");
}

/** The owner of a card disputes a top-up, whatever has become of the money. */
export function disputeTopUp(shop: Shop): void {
  const { store, world } = shop;
  const paid = store.rows<{ id: string; spent: number }>(`SELECT payments.id, EXISTS (SELECT 1 FROM resale_fills
      JOIN resale_orders ON number = buy_number WHERE resale_orders.user_id = payments.user_id AND resale_fills.state = 'settled') AS spent
    FROM payments WHERE purpose = 'top-up' AND state = 'settled' AND provider = 'stripe' ORDER BY id`);
  if (paid.length === 0) return;
  const one = world.random.pick(paid);
  world.count(one.spent === 1 ? "top-up disputed after a trade" : "top-up disputed");
  disputeOf(shop, one.id);
}
