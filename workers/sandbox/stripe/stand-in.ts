import type { Vendor } from "../vendor";
import { failStripe, handleStripe } from "./api";
import { stripeControls } from "./controls";
import { current, expireDueSessions, expireSession, findSession, payStripeSession } from "./sessions";

export const stripe: Vendor = {
  company: "Stripe",
  hosts: ["api.stripe.com"],
  answer: handleStripe,
  fail: failStripe,
  forgets: ["stripe.answer"],
  controls: stripeControls,
  checkout: {
    means: "card",
    heading: "Card checkout",
    outcomes: ["paid", "declined", "cancel"],
    declined: {
      button: "Use a card that is declined",
      problem: "Your card was declined. Nothing was paid. Try another card.",
    },
    find: (deps, id) => {
      const stored = findSession(deps, id);
      if (!stored) return null;
      const { session, lineItems } = stored;
      const currency = (session.currency ?? "usd").toUpperCase();
      const value = new Intl.NumberFormat("en-US", { style: "currency", currency });
      return {
        status: session.status,
        items: lineItems.map((item) => ({ name: item.description ?? "", quantity: item.quantity ?? 1 })),
        amount: `${value.format((session.amount_total ?? 0) / 100)} ${currency}`,
        received: null,
        successUrl: (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id),
        cancelUrl: session.cancel_url,
      };
    },
    pay: payStripeSession,
    end: expireSession,
    recent: (deps, limit) =>
      deps.store.list("stripe.session", { limit }).map((stored) => {
        const { session } = current(deps, stored);
        return {
          id: session.id,
          status: session.status,
          paid: session.payment_status === "paid",
          amount: `${((session.amount_total ?? 0) / 100).toFixed(2)} ${(session.currency ?? "").toUpperCase()}`,
          payment_intent: session.payment_intent,
          created_at: new Date(session.created * 1000).toISOString(),
        };
      }),
    expireDue: expireDueSessions,
    // The signature contains the time of sending.
    webhookHeaders: async ({ config, nowMs }, body, sign) => {
      const timestamp = Math.floor(nowMs() / 1000);
      const signature = await sign(config.STRIPE_WEBHOOK_SECRET, `${timestamp}.${body}`);
      return {
        "stripe-signature": `t=${timestamp},v1=${signature}`,
        "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      };
    },
  },
};
