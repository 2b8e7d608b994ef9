import { sql } from "drizzle-orm";
import { runWork } from "~/db/work";
import { askDesk } from "~/areas/buying/desk/ask-desk";
import { claimField } from "~/areas/buying/desk/claim-field";
import type { OpenedSession } from "~/areas/buying/keep-session";
import { openCheckout } from "~/areas/buying/open-checkout";
import { lookAtPayment } from "~/areas/buying/look-at-payment";
import type { PaymentMode } from "~/areas/buying/payment-mode";
import { closeOwnPayment } from "~/areas/buying/read-payment";
import { startPayment, type TopUp } from "~/areas/buying/start-payment";
import type { StartedPayment } from "~/areas/buying/started-payment";
import type { CarriedSession } from "~/core/session/session";
import type { ProviderName } from "~/integrations/payments/port";
import { openSession } from "../../support/open-session";
import type { Paid } from "../../support/provider-records";
import type { SimDesks } from "../desks";
import type { Shop, ShopDeps } from "../shop";
import { tellPaid } from "./provider-side";
import { sessionOf, SignedOut, signIn } from "./sign-in";

// What buyers do with the payment page and the pages they return to, calling the use cases in the routes' order.

export type Want = { userId: string; caskId: string | null; mode: PaymentMode; topUp?: TopUp };
export type Opened = { paymentId: string; provider: ProviderName; sessionId: string; paidAlready: boolean };

/** One click on 'Pay'. */
export async function clickPay(shop: Shop, want: Want): Promise<Opened | "refused" | "no answer"> {
  const { world } = shop;
  const answer = await world.invoke("reserve", async (invocation): Promise<Opened | "refused" | "try later"> => {
    const deps = shop.deps(invocation);
    const started = await start(shop, deps, want);
    if (typeof started === "string") return started;
    world.count(started.ok ? "checkout started" : `refused: ${started.code}`);
    if (!started.ok) return "refused";
    const { payment } = started;
    const { caskId } = want;
    const { desks } = shop;
    const keep = desks && caskId !== null ? (one: OpenedSession) => desks.door.keep(caskId, one) : undefined;
    const checkout = await openCheckout({ ...deps, keep }, payment, null);
    if (!checkout.ok) return "try later";
    const { sessionId, url } = checkout;
    return { paymentId: payment.id, provider: payment.provider, sessionId, paidAlready: url === null };
  });
  if (!answer.ok || answer.value === "try later") return "no answer";
  return answer.value;
}

/** At the desk of the cask where the run has desks; around one that is away, with the same id. */
async function start(shop: Shop, deps: ShopDeps, want: Want): Promise<StartedPayment | "refused" | "try later"> {
  const { caskId, userId } = want;
  const paymentId = deps.newId("pay");
  const { desks } = shop;
  if (desks && caskId !== null) {
    const told = await askAtDesk(shop, desks, deps, { ...want, caskId, paymentId });
    if (told) return told;
    desks.watch.wentAround(paymentId);
    const around = () => desks.goAround(caskId, () => startAlone(deps, { ...want, paymentId }));
    return (await desks.around.go(caskId, deps.nowMs(), around)) ?? "try later";
  }
  return startAlone(deps, { ...want, userId, paymentId });
}

function startAlone(deps: ShopDeps, want: Want & { paymentId: string }): Promise<StartedPayment> {
  return runWork(deps.db, startPayment(deps.db, { ...want, nowMs: deps.nowMs(), live: sql`1 = 1` }));
}

async function askAtDesk(
  shop: Shop,
  desks: SimDesks,
  deps: ShopDeps,
  { userId, caskId, paymentId, mode }: Want & { caskId: string; paymentId: string },
): Promise<StartedPayment | "refused" | "try later" | null> {
  const { world } = shop;
  const session = sessionOf(deps, signIn(shop, userId));
  const carried: CarriedSession = {
    ...session,
    awake: () => Promise.resolve(),
    admitted: (viewer) => (viewer ? Promise.resolve(viewer) : Promise.reject(new SignedOut())),
  };
  // A page that was shown of late knows the account.
  const field = world.random.chance(0.8)
    ? await claimField(deps, { userId, caskId }, { activated: isActivated(shop, userId), createdAtMs: 0 })
    : undefined;
  const claim = { caskId, paymentId, mode, auditId: deps.newId("aud") };
  const asked = await askDesk({ ...deps, desk: desks.door, reachedAtMs: world.nowMs }, carried, claim, field);
  if (!asked) return null;
  if ("started" in asked) return asked.started;
  return asked.told.is === "busy" ? "try later" : "refused";
}

const isActivated = ({ store }: Shop, userId: string) =>
  store.rows("SELECT 1 FROM users WHERE id = ? AND activated_at_ms IS NOT NULL", [userId]).length > 0;

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
  // What arrives while the first part is sent back, or after, is found by reconciliation alone.
  if (shop.toSendBack.has(opened.paymentId) && !shop.reconciles) return false;
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
