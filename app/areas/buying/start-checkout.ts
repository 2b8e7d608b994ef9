import { nothing, together } from "~/db/work";
import type { Deps } from "~/core/deps";
import { type HolderName, nameHolder } from "~/areas/accounts/profile/name-holder";
import type { Session } from "~/core/session/session";
import { openCheckout } from "./open-checkout";
import { startPayment, type StartPayment } from "./start-payment";
import type { StartRefusal } from "./started-payment";

// The one way to buy, for the page and for every call: the batch that starts a payment, then its checkout session.

export type Purchase = Pick<StartPayment, "caskId" | "offer" | "mode" | "expectCents"> & {
  /** The name for the certificate, where one was typed with the purchase. */
  holder?: HolderName;
};

export type CheckoutRefusal = StartRefusal | "provider-down" | "provider-refused" | "no-longer-open" | "still-starting";

/** How a refusal is answered, on the page and to a call; 409 for the others. `afterS`: when to come again. */
const ANSWERS: Partial<Record<CheckoutRefusal, { status: number; afterS?: number }>> = {
  "not-offered": { status: 404 },
  "not-activated": { status: 403 },
  closing: { status: 403 },
  "too-many-starts": { status: 429, afterS: 60 },
  "provider-down": { status: 503, afterS: 30 },
  "provider-refused": { status: 503, afterS: 30 },
  "still-starting": { status: 503, afterS: 5 },
};

export function answerTo(code: CheckoutRefusal): { status: number; headers: Record<string, string> } {
  const { status, afterS } = ANSWERS[code] ?? { status: 409 };
  return { status, headers: afterS === undefined ? {} : { "Retry-After": String(afterS) } };
}

type StartCheckoutDeps = Pick<Deps, "db" | "checkout" | "nowMs" | "wait" | "newId" | "origin" | "log"> & {
  /** Counts a start for the network that the request comes from. @returns false: it has had as many as it may for now */
  takeStart: () => Promise<boolean>;
};

/**
 * One round trip to start the payment, one to store its checkout session.
 * @returns `url` null: the provider already has the money; show the result
 */
export async function startCheckout(deps: StartCheckoutDeps, session: Session, { holder, ...purchase }: Purchase) {
  const { db, newId } = deps;
  const [paymentId, auditId] = [newId("pay"), newId("aud")];
  const isNetworkBusy = !(await deps.takeStart());
  const { viewer, nowMs, result } = await session.write(({ userId, nowMs, live }) =>
    together({
      named: holder ? nameHolder(db, { auditId, userId, holder, nowMs, live }) : nothing,
      started: startPayment(db, { paymentId, userId, ...purchase, isNetworkBusy, nowMs, live }),
    }),
  );
  const { started } = result;
  const seen = { viewer, nowMs, cask: started.cask, feeCents: started.feeCents };
  if (!started.ok) return { ok: false as const, code: started.code, ...seen };
  const opened = await openCheckout(deps, started.payment, viewer.email);
  return opened.ok
    ? { ...opened, paymentId: started.payment.id, ...seen }
    : { ok: false as const, code: opened.code satisfies CheckoutRefusal, ...seen };
}
