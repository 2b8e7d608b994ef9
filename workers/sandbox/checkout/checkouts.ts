// Both providers' sessions as one thing that a buyer sees: what, how much, still open or not, and the ways out.
import type { CopperxSession } from "../copperx/session-object";
import { endCopperxSession, findCopperxSession, payCopperxSession } from "../copperx/sessions";
import type { Deps } from "../deps";
import type { StoredSession } from "../stripe/session-object";
import { expireSession, findSession, payStripeSession } from "../stripe/sessions";

export type CheckoutKind = "stripe" | "copperx";
export type Outcome = "paid" | "declined" | "cancel" | "underpaid";

export type Checkout = {
  kind: CheckoutKind;
  id: string;
  status: "open" | "complete" | "expired";
  items: { name: string; quantity: number }[];
  amount: string;
  /** What has arrived so far, if it is less than the amount due. */
  received: string | null;
  successUrl: string;
  cancelUrl: string | null;
};

export const OUTCOMES: Record<CheckoutKind, readonly Outcome[]> = {
  stripe: ["paid", "declined", "cancel"],
  copperx: ["paid", "underpaid", "declined", "cancel"],
};

export function findCheckout(deps: Deps, kind: CheckoutKind, id: string): Checkout | null {
  if (kind === "stripe") {
    const stored = findSession(deps, id);
    return stored && fromStripe(stored);
  }
  const session = findCopperxSession(deps, id);
  return session && fromCopperx(session);
}

/** Pays what is open; false if it was not open. */
export function pay(deps: Deps, { kind, id }: Checkout, how: "paid" | "underpaid"): boolean {
  return kind === "stripe" ? payStripeSession(deps, id) !== null : payCopperxSession(deps, id, how) !== null;
}

/** Expires an open session early, with its event; false if it was not open. */
export function endCheckout(deps: Deps, { kind, id, status }: Checkout): boolean {
  if (status !== "open") return false;
  if (kind === "stripe") {
    expireSession(deps, id);
    return true;
  }
  const session = findCopperxSession(deps, id);
  if (session) endCopperxSession(deps, session);
  return session !== null;
}

function fromStripe({ session, lineItems }: StoredSession): Checkout {
  const cents = session.amount_total ?? 0;
  const currency = (session.currency ?? "usd").toUpperCase();
  const value = new Intl.NumberFormat("en-US", { style: "currency", currency }).format(cents / 100);
  return {
    kind: "stripe",
    id: session.id,
    status: session.status,
    items: lineItems.map((item) => ({ name: item.description ?? "", quantity: item.quantity ?? 1 })),
    amount: `${value} ${currency}`,
    received: null,
    successUrl: (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id),
    cancelUrl: session.cancel_url,
  };
}

function fromCopperx(session: CopperxSession): Checkout {
  const { amountReceived, amount } = session.paymentIntent;
  return {
    kind: "copperx",
    id: session.id,
    status: session.status,
    items: session.lineItems.data.map((item) => ({ name: item.price.product.name, quantity: item.quantity })),
    amount: `${coins(amount)} USDT`,
    received:
      amountReceived !== null && BigInt(amountReceived) < BigInt(amount) ? `${coins(amountReceived)} USDT` : null,
    successUrl: session.successUrl,
    cancelUrl: session.cancelUrl,
  };
}

/** Turns 8-decimal text into text with at least two decimals, exactly. */
function coins(scaled: string): string {
  const digits = scaled.padStart(9, "0");
  const decimals = digits.slice(-8).replace(/0{1,6}$/, "");
  return `${digits.slice(0, -8).replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals}`;
}
