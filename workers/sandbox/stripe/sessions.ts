// The life of a card checkout: open, then complete or expired, never back.
import type { Deps } from "../deps";
import { invalidRequest, noSuch } from "./errors";
import { sendEvent } from "./events";
import { makePayment, savePayment } from "./payments";
import { customerDetails, makeSession, type StoredSession } from "./session-object";
import type { SessionParams } from "./session-params";

type Keeping = Pick<Deps, "store" | "nowMs" | "randomBytes">;

function save(deps: Keeping, stored: StoredSession): StoredSession {
  const { session } = stored;
  const dueMs = session.status === "open" ? session.expires_at * 1000 : null;
  deps.store.put("stripe.session", session.id, stored, { ref: session.payment_intent, dueMs });
  return stored;
}

export function createSession(
  deps: Keeping & Pick<Deps, "config">,
  params: SessionParams,
  createdS: number,
): StoredSession {
  return save(deps, makeSession(deps, params, createdS));
}

/** The session as it is now: an open one whose time is up expires when it is read. */
export function findSession(deps: Keeping, id: string): StoredSession | null {
  const stored = deps.store.get("stripe.session", id);
  return stored && current(deps, stored);
}

export function current(deps: Keeping, stored: StoredSession): StoredSession {
  const { status, expires_at } = stored.session;
  return status === "open" && expires_at * 1000 <= deps.nowMs() ? end(deps, stored) : stored;
}

function end(deps: Keeping, stored: StoredSession): StoredSession {
  const ended = save(deps, { ...stored, session: { ...stored.session, status: "expired", url: null } });
  sendEvent(deps, "checkout.session.expired", ended.session);
  return ended;
}

/** @throws StripeProblem */
export function expireSession(deps: Keeping, id: string): StoredSession {
  const stored = findSession(deps, id);
  if (!stored) throw noSuch("checkout.session", id, "session");
  if (stored.session.status !== "open") {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${stored.session.status}.`,
    );
  }
  return end(deps, stored);
}

/** Takes the money once; null if the session was not open. */
export function payStripeSession(deps: Keeping, id: string): StoredSession | null {
  const stored = findSession(deps, id);
  if (stored?.session.status !== "open") return null;
  const payment = makePayment(deps, stored);
  savePayment(deps, payment);
  const { session } = stored;
  const paid = save(deps, {
    ...stored,
    session: {
      ...session,
      status: "complete",
      payment_status: "paid",
      payment_intent: payment.id,
      customer_details: customerDetails(session.customer_email ?? "buyer@sandbox.test"),
      url: null,
    },
  });
  sendEvent(deps, "checkout.session.completed", paid.session);
  return paid;
}

/** Expires sessions that were not read. */
export function expireDueSessions(deps: Keeping): void {
  for (const { document } of deps.store.due("stripe.session", deps.nowMs(), 100)) current(deps, document);
}
