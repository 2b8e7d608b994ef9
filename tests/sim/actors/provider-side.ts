import type { ProviderEvent, ProviderName } from "~/integrations/payments/port";
import { PROVIDER_NAMES } from "~/integrations/payments/providers";
import { recordEvent } from "~/areas/buying/provider-events";
import { type Charge, givenBackCents } from "../../support/provider-records";
import type { Shop } from "../shop";
import { tickForDays } from "./cron";

// What providers do by themselves: send events, none to five times and in any order; send false ones; and refund
// because their staff decided so.

const COPIES = { "0": 15, "1": 45, "2": 20, "3": 10, "4": 5, "5": 5 };
const LATEST_MS = 3 * 3_600_000;

export function sendWebhooks(shop: Shop): void {
  const { world } = shop;
  for (const provider of Object.values(shop.providers)) {
    provider.emit = (event, { mustArrive }) => {
      const copies = world.rough ? Number(world.random.weighted(COPIES)) : 1;
      if (copies === 0) world.count(mustArrive ? "webhook hours late" : "webhook never sent");
      if (copies > 1) world.count("webhook sent more than once");
      for (let copy = 0; copy < copies; copy++) void deliver(shop, provider.name, event, delayMs(shop));
      if (copies === 0 && mustArrive)
        void deliver(shop, provider.name, event, world.random.between(LATEST_MS / 6, LATEST_MS));
    };
  }
}

function delayMs({ world: { random, rough } }: Shop): number {
  if (!rough) return 0;
  return random.chance(0.15) ? random.between(60_000, 2_400_000) : random.between(0, 5_000);
}

/** A provider sends again until it gets an answer. */
async function deliver(shop: Shop, provider: ProviderName, event: ProviderEvent, afterMs: number): Promise<void> {
  const { world } = shop;
  for (let waitMs = afterMs; ; waitMs = 30_000) {
    await world.sleep(waitMs);
    world.count("webhook");
    const answer = await world.invoke("webhook", (invocation) => recordEvent(shop.deps(invocation), provider, event));
    if (!answer.ok) continue;
    const outboxId = answer.value;
    // The nudge follows the answer, as in `receiveWebhook`: if it is lost, the event is not sent again.
    if (outboxId) await world.invoke("nudge", (invocation) => shop.deps(invocation).nudge([outboxId]));
    return;
  }
}

/**
 * Called when a buyer has paid: sends the event, and sometimes does what the provider's staff or the buyer's bank might
 * do.
 */
export function tellPaid(shop: Shop, charge: Charge, sessionId: string): void {
  const { world, store } = shop;
  const provider = shop.providers[charge.provider];
  const session = provider.sessions.get(sessionId);
  if (!session) return;
  const [payment] = store.rows<{ state: string }>("SELECT state FROM payments WHERE id = ?", [charge.paymentId]);
  // An open payment is checked until it is decided. Copperx cannot end a session, so a payment made there after the
  // last check is reported only by the event, and by reconciliation.
  const inTime = payment?.state === "open" && world.nowMs <= session.endsAtMs && session.oldNewsUntilMs === 0;
  const onlyTheEventTells = charge.provider === "copperx" && !shop.reconciles && !inTime;
  provider.emit(provider.sessionEvent(session, "checkout.session.completed"), { mustArrive: onlyTheEventTells });
  if (!world.rough || charge.provider === "copperx" || charge.cents === null) return;
  const isFee = session.request.metadata.isOneTimePay === "true";
  if (world.random.chance(isFee ? 0.3 : 0.15)) void takeBack(shop, charge);
}

/** Years later too: of what was bought long ago. */
export async function takeBackOld(shop: Shop): Promise<void> {
  const { world, store, providers } = shop;
  const kept = providers.stripe.charges.filter(({ paymentId, dispute }) => {
    const settled = "SELECT id FROM payments WHERE id = ? AND state = 'settled'";
    return dispute === null && store.rows(settled, [paymentId]).length === 1;
  });
  if (kept.length === 0) return;
  world.count("old charge taken back");
  await takeBack(shop, world.random.pick(kept));
}

/** The buyer disputes the payment with their bank, which decides within hours or days. */
export function disputeOf(shop: Shop, paymentId: string): void {
  const { stripe } = shop.providers;
  const charge = stripe.charges.find((one) => one.paymentId === paymentId);
  if (!charge || charge.dispute !== null || charge.cents === null || givenBackCents(charge) > 0) return;
  charge.dispute = "open";
  charge.disputedAtMs = shop.world.nowMs;
  stripe.emit(stripe.disputeEvent(charge, "charge.dispute.created"), { mustArrive: !shop.reconciles });
  void closeDispute(shop, charge);
}

async function takeBack(shop: Shop, charge: Charge): Promise<void> {
  const { world } = shop;
  const { random } = world;
  const provider = shop.providers[charge.provider];
  await world.sleep(random.chance(0.4) ? random.between(0, 4_000) : random.between(4_000, 2_400_000));
  if (givenBackCents(charge) > 0 || charge.cents === null) return;
  const what = random.weighted({ refund: 35, part: 10, inquiry: 10, dispute: 45, "dispute, then refund": 10 });
  world.count(`provider: ${what}`);
  if (what === "part") {
    // Only of money that we kept: a payment being refunded has no other part to return.
    const [payment] = shop.store.rows<{ state: string }>("SELECT state FROM payments WHERE id = ?", [charge.paymentId]);
    if (payment?.state !== "settled") return;
    provider.emit(provider.giveBack(charge, Math.ceil(charge.cents / 3)), { mustArrive: !shop.reconciles });
    return;
  }
  if (what === "inquiry" || what.startsWith("dispute")) {
    charge.dispute = what === "inquiry" ? "inquiry" : "open";
    charge.disputedAtMs = world.nowMs;
    provider.emit(provider.disputeEvent(charge, "charge.dispute.created"), { mustArrive: !shop.reconciles });
    void closeDispute(shop, charge);
  }
  if (what.endsWith("refund") && givenBackCents(charge) === 0)
    provider.emit(provider.giveBack(charge, charge.cents), { mustArrive: !shop.reconciles });
}

/** Decided within hours or, as banks do, days. Money that went back by refund is not fought over. */
async function closeDispute(shop: Shop, charge: Charge): Promise<void> {
  const { world } = shop;
  const { random } = world;
  const provider = shop.providers[charge.provider];
  const takesDays = random.chance(0.2);
  if (takesDays) void tickForDays(shop);
  await world.sleep(random.between(0, takesDays ? 4 * 86_400_000 : 3_600_000));
  if (charge.dispute === "open") charge.dispute = random.chance(0.5) ? "won" : "lost";
  world.count(`dispute closed: ${charge.dispute}`);
  provider.emit(provider.disputeEvent(charge, "charge.dispute.closed"), { mustArrive: !shop.reconciles });
  // The same card's owner, or the bank, tries again.
  if (charge.dispute !== "won" || givenBackCents(charge) > 0 || !random.chance(0.3)) return;
  await world.sleep(random.between(0, 3_600_000));
  charge.dispute = "open";
  charge.disputedAtMs = world.nowMs;
  world.count("disputed again");
  provider.emit(provider.disputeEvent(charge, "charge.dispute.created"), { mustArrive: !shop.reconciles });
  void closeDispute(shop, charge);
}

/** Signed but untrue events: about a session that was not paid, a refund that was not made, and one of another shop on the same account. */
export async function tellLies(shop: Shop): Promise<void> {
  const { world } = shop;
  await world.sleep(world.random.between(60_000, 2_400_000));
  const provider = shop.providers[world.random.pick(PROVIDER_NAMES)];
  const unpaid = [...provider.sessions.values()].find((session) => session.charge === null);
  if (unpaid) {
    world.count("webhook untrue");
    provider.emit(provider.sessionEvent(unpaid, "checkout.session.completed"), { mustArrive: true });
  }
  const kept = provider.charges.find((charge) => givenBackCents(charge) === 0);
  if (kept) {
    world.count("refund untrue");
    provider.emit(provider.refundEvent(kept), { mustArrive: true });
  }
  if (world.random.chance(0.2)) {
    world.count("webhook of a stranger");
    const stranger = { sessionId: "cs_not_ours", providerPaymentId: "pi_not_ours" };
    const event = { id: world.newId("evt"), ...stranger };
    provider.emit({ ...event, type: "checkout.session.completed", concerns: "session" }, { mustArrive: true });
    provider.emit(
      { ...event, id: world.newId("evt"), type: "charge.refunded", concerns: "refund" },
      { mustArrive: true },
    );
  }
}
