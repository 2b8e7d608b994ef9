import { eq } from "drizzle-orm";
import { recordManualRefund } from "~/areas/buying/settlement/record-manual-refund";
import { newCertificate } from "~/areas/buying/settlement/take-back";
import type { OperatorAccess } from "~/core/session/guarded";
import { payments } from "~/db/schema/payments";
import type { Shop } from "../shop";
import { ACTIVE, CASKS, NEWCOMERS, OPERATOR } from "../template-plan";
import { clickPay, type Opened, openPayment, pay, seeSuccessPage, seeUnsuccessfulPage, type Want } from "./buyer";
import { pressAs } from "./sign-in";

// Less than the price arrives by crypto; perhaps the rest follows, in time or long after, and perhaps an operator sends back what came.

async function payInParts(shop: Shop, userId: string, opened: Opened): Promise<void> {
  const { world } = shop;
  const { random } = world;
  if (opened.provider !== "copperx") return;
  if (!payPart(shop, opened)) return;
  world.count("paid in part");
  if (random.chance(0.5)) await seeSuccessPage(shop, opened);
  if (random.chance(0.3)) await seeUnsuccessfulPage(shop, userId, opened);
  if (random.chance(0.5)) void sendBackShort(shop, opened.paymentId);
  // What arrives after the checkout has ended is found by reconciliation alone.
  if (!shop.reconciles || !random.chance(0.6)) return;
  await world.sleep(random.chance(0.5) ? random.between(0, 1_500_000) : random.between(1_500_000, 5_400_000));
  if (!pay(shop, opened)) return;
  world.count("the rest arrived");
  if (random.chance(0.5)) await seeSuccessPage(shop, opened);
}

/** While we still look: what arrives in a session that we have closed is found by reconciliation alone. */
function payPart({ world, store, providers }: Shop, { paymentId, sessionId }: Opened): boolean {
  const session = providers.copperx.sessions.get(sessionId);
  const [payment] = store.rows<{ state: string; amount: number; endsAtMs: number }>(
    "SELECT state, amount_cents AS amount, expires_at_ms AS endsAtMs FROM payments WHERE id = ? AND provider_session_id = ?",
    [paymentId, sessionId],
  );
  if (!session || session.charge || payment?.state !== "open" || world.nowMs > payment.endsAtMs) return false;
  session.arrivedCents = world.random.between(1, payment.amount - 1);
  return true;
}

/** An operator sees an amount, sends it, and records it; now and then twice, or two of them at once. */
async function sendBackShort(shop: Shop, paymentId: string): Promise<void> {
  const { world, store } = shop;
  const { random } = world;
  for (let visit = 0; visit < 4; visit++) {
    await world.sleep(random.between(600_000, 3_600_000));
    const [seen] = store.rows<{ due: number }>(
      `SELECT received_cents AS due FROM payments WHERE id = ? AND state = 'refunding' AND reason = 'underpaid'
        AND EXISTS (SELECT 1 FROM dead_letters WHERE id = 'refund:' || payments.id AND resolved_at_ms IS NULL)`,
      [paymentId],
    );
    if (!seen) continue;
    if (random.chance(0.3)) void record(shop, paymentId, seen.due);
    await record(shop, paymentId, seen.due);
    return;
  }
}

/** Pressed again until there is an answer. */
async function record(shop: Shop, paymentId: string, dueCents: number): Promise<void> {
  for (let presses = 0; presses < 20 && !(await press(shop, paymentId, dueCents)); presses++)
    await shop.world.sleep(60_000);
}

async function press(shop: Shop, paymentId: string, dueCents: number): Promise<boolean> {
  const answer = await pressAs(shop, "send back", OPERATOR, async (deps, session) => {
    const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId));
    if (!payment) return null;
    const reference = `0x${paymentId}`;
    const make = (operator: OperatorAccess) =>
      recordManualRefund(deps.db, { payment, reference, operator, ...newCertificate(deps) });
    return (await session.write(make)).result;
  });
  if (!answer.ok) return false;
  if (!answer.value) return true;
  shop.world.count(answer.value.ok ? "part sent back" : `part not sent back: ${answer.value.code}`);
  if (answer.value.ok) shop.sentBack.set(paymentId, dueCents);
  return true;
}

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
