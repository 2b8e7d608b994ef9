import { sql } from "drizzle-orm";
import { runWork } from "~/db/work";
import { openCheckout, startPayment, type StartPayment } from "~/areas/buying/start-payment";
import { lookAtPayment } from "~/areas/buying/settlement/settle-payment";
import type { PaymentMode } from "~/db/schema/payments";
import { closeOwnPayment } from "~/areas/buying/read-payment";
import type { ProviderName } from "~/integrations/payments/port";
import { openSession } from "../../support/open-session";
import type { Paid } from "../../support/provider-records";
import type { Shop } from "../shop";
import { tellPaid } from "./provider-side";

// What buyers do with the payment page and the pages they return to, calling the use cases in the routes' order.

export type Want = { userId: string; caskId: string | null; mode: PaymentMode; offer?: StartPayment["offer"] };
export type Opened = { paymentId: string; provider: ProviderName; sessionId: string; paidAlready: boolean };

/** One click on 'Pay'. */
export async function clickPay(shop: Shop, want: Want): Promise<Opened | "refused" | "no answer"> {
  const { world } = shop;
  const answer = await world.invoke("reserve", async (invocation): Promise<Opened | "refused" | "try later"> => {
    const deps = shop.deps(invocation);
    const start = { ...want, paymentId: deps.newId("pay"), nowMs: deps.nowMs(), live: sql`1 = 1` };
    const started = await runWork(deps.db, startPayment(deps.db, start));
    world.count(started.ok ? "checkout started" : `refused: ${started.code}`);
    if (!started.ok) return "refused";
    const { payment } = started;
    const checkout = await openCheckout(deps, payment, null);
    if (!checkout.ok) return "try later";
    const { sessionId, url } = checkout;
    return { paymentId: payment.id, provider: payment.provider, sessionId, paidAlready: url === null };
  });
  if (!answer.ok || answer.value === "try later") return "no answer";
  return answer.value;
}

/** Clicks until there is an answer, at most three times. */
export async function openPayment(shop: Shop, want: Want): Promise<Opened | null> {
  for (let click = 0; click < 3; click++) {
    const opened = await clickPay(shop, want);
    if (opened === "refused") return null;
    if (opened !== "no answer") return opened;
    await shop.world.sleep(2_000);
  }
  return null;
}

export function pay(shop: Shop, opened: Opened, paid: Paid = {}): boolean {
  const { world, store } = shop;
  const provider = shop.providers[opened.provider];
  provider.endDue();
  const session = provider.sessions.get(opened.sessionId);
  if (!session || session.charge) return false;
  const charge = provider.paySession(opened.sessionId, paid);
  if (!charge) return false;
  const [payment] = store.rows<{ state: string }>("SELECT state FROM payments WHERE id = ?", [opened.paymentId]);
  world.note(`paid ${opened.sessionId} while the payment is ${payment?.state}`);
  world.count(payment?.state === "open" ? "paid in time" : "paid late");
  tellPaid(shop, charge, session.id);
  return true;
}

/** Visits the page after paying, which looks for itself. */
export async function seeSuccessPage(shop: Shop, { paymentId }: Opened): Promise<void> {
  await shop.world.invoke("success page", async (invocation) => {
    const deps = shop.deps(invocation);
    if (await lookAtPayment(deps, paymentId)) await deps.nudge([`check-payment:${paymentId}`]);
  });
}

/** Visits the page after leaving the checkout, which requests the closing of the session. */
export async function seeUnsuccessfulPage(shop: Shop, userId: string, { paymentId }: Opened): Promise<void> {
  await shop.world.invoke("unsuccessful page", async (invocation) => {
    const deps = shop.deps(invocation);
    await closeOwnPayment(deps, openSession(deps, userId), paymentId);
    await deps.nudge([`expire-session:${paymentId}`]);
  });
}
