// The life of a crypto checkout: open while too little has arrived, then complete or expired.
import type { Deps } from "../deps";
import { randomUuid } from "../random";
import { scheduleEvent } from "../webhooks/deliveries";
import type { SessionBody } from "./session-body";
import { type CopperxSession, makeSession, withTransfer } from "./session-object";

type Keeping = Pick<Deps, "store" | "nowMs" | "randomBytes">;

function save(deps: Keeping, session: CopperxSession): CopperxSession {
  const dueMs = session.status === "open" ? Date.parse(session.expiresAt) : null;
  deps.store.put("copperx.session", session.id, session, { dueMs });
  return session;
}

export function createSession(deps: Keeping & Pick<Deps, "config">, body: SessionBody): CopperxSession {
  return save(deps, makeSession(deps, body));
}

export function findSession(deps: Keeping, id: string): CopperxSession | null {
  const session = deps.store.get("copperx.session", id);
  return session && currentSession(deps, session);
}

export function currentSession(deps: Keeping, session: CopperxSession): CopperxSession {
  if (session.status !== "open" || Date.parse(session.expiresAt) > deps.nowMs()) return session;
  return endNow(deps, session);
}

function endNow(deps: Keeping, session: CopperxSession): CopperxSession {
  const updatedAt = new Date(deps.nowMs()).toISOString();
  const paymentIntent = { ...session.paymentIntent, status: "canceled" as const };
  const ended = save(deps, { ...session, status: "expired", updatedAt, paymentIntent });
  sendEvent(deps, "checkout_session.expired", ended);
  return ended;
}

export function endSession(deps: Keeping, id: string): void {
  const session = findSession(deps, id);
  if (session?.status === "open") endNow(deps, session);
}

/** Lets the rest or, for `underpaid`, half of it arrive; null if the session was not open. */
export function paySession(deps: Keeping, id: string, how: "paid" | "underpaid"): CopperxSession | null {
  const session = findSession(deps, id);
  if (session?.status !== "open") return null;
  const missing = BigInt(session.paymentIntent.amount) - BigInt(session.paymentIntent.amountReceived ?? "0");
  // At least one unit stays missing, however often too little is sent.
  const amount = how === "paid" ? missing : missing / 2n;
  const after = save(deps, withTransfer(deps, session, amount));
  if (after.status === "complete") sendEvent(deps, "checkout_session.completed", after);
  return after;
}

export function expireDueSessions(deps: Keeping): void {
  for (const { document } of deps.store.due("copperx.session", deps.nowMs(), 100)) currentSession(deps, document);
}

function sendEvent(deps: Keeping, type: string, session: CopperxSession): void {
  const { id, mode, amountTotal, currency, status, clientReferenceId, metadata, url } = session;
  const eventId = randomUuid(deps.randomBytes);
  const body = JSON.stringify({
    id: eventId,
    apiVersion: "2023-01-11",
    created: deps.nowMs(),
    object: "checkoutSession",
    type,
    // Copperx's own example of the completed event says 'unpaid': only reading the session again tells.
    data: {
      object: { id, mode, amountTotal, currency, status, paymentStatus: "unpaid", clientReferenceId, metadata, url },
    },
  });
  scheduleEvent(deps, { sender: "copperx", eventId, type, body });
}
