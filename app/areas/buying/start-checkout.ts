import { nothing, together } from "~/db/work";
import type { Deps } from "~/core/deps";
import { type HolderName, nameHolder } from "~/areas/accounts/profile/name-holder";
import type { Session } from "~/core/session/session";
import type { Viewer } from "~/core/session/viewer";
import { openCheckout } from "./open-checkout";
import type { PaymentMode } from "./payment-mode";
import { startPayment, type TopUp } from "./start-payment";
import type { StartFacts, StartRefusal } from "./started-payment";

// The one way to buy, for the page and for every call: the batch that starts a payment, then its checkout session.

export type Purchase = {
  /** null: the joining fee, or a top-up. */
  caskId: string | null;
  topUp?: TopUp;
  mode: PaymentMode;
  /** As in `StartPayment`. */
  expectCents?: number | null;
  /** The name for the certificate, where one was typed with the purchase. */
  holder?: HolderName;
  /** Keyed hash of the network that asks. */
  network?: string;
};

export type CheckoutRefusal = StartRefusal | "provider-down" | "provider-refused" | "no-longer-open" | "still-starting";

type Seen = { viewer: Viewer; nowMs: number } & Pick<StartFacts, "cask" | "feeCents">;

export type StartedCheckout =
  /** `url` null: the provider already has the money; show the result. */
  | ({ ok: true; paymentId: string; sessionId: string; url: string | null } & Seen)
  | ({ ok: false; code: CheckoutRefusal } & Seen);

type StartCheckoutDeps = Pick<Deps, "db" | "checkout" | "nowMs" | "wait" | "newId" | "origin" | "log">;

/** One round trip to start the payment, one to store the checkout session. */
export async function startCheckout(
  deps: StartCheckoutDeps,
  session: Session,
  purchase: Purchase,
): Promise<StartedCheckout> {
  const paymentId = deps.newId("pay");
  const auditId = deps.newId("aud");
  const { holder, ...asked } = purchase;
  const { viewer, nowMs, result } = await session.write(({ userId, nowMs, live }) =>
    together({
      named: holder ? nameHolder(deps.db, { auditId, userId, holder, nowMs, live }) : nothing,
      started: startPayment(deps.db, { paymentId, userId, ...asked, nowMs, live }),
    }),
  );
  const { started } = result;
  const seen = { viewer, nowMs, cask: started.cask, feeCents: started.feeCents };
  if (!started.ok) return { ok: false, code: started.code, ...seen };
  const opened = await openCheckout(deps, started.payment, viewer.email);
  if (opened.ok) {
    const { sessionId, url } = opened;
    return { ok: true, paymentId: started.payment.id, sessionId, url, ...seen };
  }
  return { ok: false, code: opened.code === "provider-unavailable" ? "provider-down" : opened.code, ...seen };
}
