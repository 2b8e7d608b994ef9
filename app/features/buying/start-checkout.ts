import type { Deps } from "~/features/deps";
import type { Session } from "~/features/session/session";
import type { Viewer } from "~/features/session/viewer";
import { openCheckout } from "./open-checkout";
import type { PaymentMode } from "./payment-mode";
import { startPayment } from "./start-payment";
import type { StartFacts, StartRefusal } from "./started-payment";

// The one way to buy, for the page and for every call: the batch that starts a payment, then its checkout session.

export type Purchase = {
  /** null: the joining fee. */
  caskId: string | null;
  mode: PaymentMode;
  /** As in `StartPayment`. */
  expectCents?: number | null;
};

export type CheckoutRefusal = StartRefusal | "provider-down" | "provider-refused" | "no-longer-open" | "still-starting";

type Seen = { viewer: Viewer; nowMs: number } & Pick<StartFacts, "cask" | "feeCents">;

export type StartedCheckout =
  /** `url` null: the provider already has the money; show the result. */
  | ({ ok: true; paymentId: string; sessionId: string; url: string | null } & Seen)
  | ({ ok: false; code: CheckoutRefusal } & Seen);

type Needs = Pick<Deps, "db" | "checkout" | "nowMs" | "wait" | "newId" | "origin" | "log">;

/** One round trip to start the payment, one to store the checkout session. */
export async function startCheckout(deps: Needs, session: Session, purchase: Purchase): Promise<StartedCheckout> {
  const paymentId = deps.newId("pay");
  const { viewer, nowMs, result } = await session.write(({ userId, nowMs, live }) =>
    startPayment(deps.db, { paymentId, userId, ...purchase, nowMs, live }),
  );
  const seen = { viewer, nowMs, cask: result.cask, feeCents: result.feeCents };
  if (!result.ok) return { ok: false, code: result.code, ...seen };
  const opened = await openCheckout(deps, result.payment, viewer.email);
  if (opened.ok) {
    const { sessionId, url } = opened;
    return { ok: true, paymentId: result.payment.id, sessionId, url, ...seen };
  }
  return { ok: false, code: opened.code === "provider-unavailable" ? "provider-down" : opened.code, ...seen };
}
