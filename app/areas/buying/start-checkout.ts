import { nothing, together } from "~/db/work";
import type { Deps } from "~/core/deps";
import { type HolderName, nameHolder } from "~/areas/accounts/profile/name-holder";
import type { CarriedSession } from "~/core/session/session";
import type { Viewer } from "~/core/session/viewer";
import { aroundDesk } from "./desk/around-desk";
import { askDesk, type AskDeskDeps, type ToldAtDesk } from "./desk/ask-desk";
import type { OpenedSession } from "./keep-session";
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
  /** What the offer page knew (`desk/claim-field`). */
  claim?: string | undefined;
};

export type CheckoutRefusal =
  | StartRefusal
  | "provider-down"
  | "provider-refused"
  | "no-longer-open"
  | "still-starting"
  /** Others hold all stakes, and the desk that would give a place in line does not answer. */
  | "line-away";

type Seen = { viewer: Viewer; nowMs: number } & Pick<StartFacts, "cask" | "feeCents">;

export type StartedCheckout =
  /** `url` null: the provider already has the money; show the result. */
  | ({ ok: true; paymentId: string; sessionId: string; url: string | null } & Seen)
  | ({ ok: false; code: CheckoutRefusal } & Seen)
  /** Others want stakes of the cask too: who asks has a place in line, or is told something else without the database. */
  | { ok: false; code: "at-desk"; told: ToldAtDesk };

type StartCheckoutDeps = Pick<Deps, "db" | "checkout" | "nowMs" | "wait" | "newId" | "origin" | "log"> & AskDeskDeps;

/** One round trip to start the payment, which the cask's desk makes for several buyers at once; one to store the checkout session. */
export async function startCheckout(
  deps: StartCheckoutDeps,
  session: CarriedSession,
  purchase: Purchase,
): Promise<StartedCheckout> {
  const ids = { paymentId: deps.newId("pay"), auditId: deps.newId("aud") };
  const { claim, caskId, ...asked } = purchase;
  const atDesk = caskId === null ? null : await askDesk(deps, session, { ...ids, ...asked, caskId }, claim);
  if (atDesk && "told" in atDesk) return { ok: false, code: "at-desk", told: atDesk.told };
  const begun = atDesk ?? (await startWithoutDesk(deps, session, ids, purchase));
  if (!begun) return { ok: false, code: "at-desk", told: { is: "busy" } };
  const { viewer, nowMs, started } = begun;
  const seen = { viewer, nowMs, cask: started.cask, feeCents: started.feeCents };
  if (!started.ok) {
    const isUnplaced = started.code === "held-by-others" && deps.desk !== null;
    return { ok: false, code: isUnplaced ? "line-away" : started.code, ...seen };
  }
  const { desk } = deps;
  const isWanted = atDesk?.isWanted === true && desk !== null && caskId !== null;
  const keep = isWanted ? (one: OpenedSession) => desk.keep(caskId, one) : undefined;
  const opened = await openCheckout({ ...deps, keep }, started.payment, viewer.email);
  if (opened.ok) {
    const { sessionId, url } = opened;
    return { ok: true, paymentId: started.payment.id, sessionId, url, ...seen };
  }
  return { ok: false, code: opened.code === "provider-unavailable" ? "provider-down" : opened.code, ...seen };
}

/** @returns null: the cask's desk is away, and as many as may go around it do so already */
function startWithoutDesk(
  deps: StartCheckoutDeps,
  session: CarriedSession,
  ids: { paymentId: string; auditId: string },
  purchase: Purchase,
) {
  const start = () => startAlone(deps, session, ids, purchase);
  return deps.desk && purchase.caskId !== null ? aroundDesk.go(purchase.caskId, deps.nowMs(), start) : start();
}

/** The same ids as at the desk: what it may have started before its answer was lost is found, and not started again. */
async function startAlone(
  { db }: StartCheckoutDeps,
  session: CarriedSession,
  { paymentId, auditId }: { paymentId: string; auditId: string },
  { holder, claim: _claim, ...asked }: Purchase,
) {
  const { viewer, nowMs, result } = await session.write(({ userId, nowMs, live }) =>
    together({
      named: holder ? nameHolder(db, { auditId, userId, holder, nowMs, live }) : nothing,
      started: startPayment(db, { paymentId, userId, ...asked, nowMs, live }),
    }),
  );
  return { viewer, nowMs, started: result.started };
}
