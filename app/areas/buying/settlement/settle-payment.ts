import { eq, getTableColumns, sql } from "drizzle-orm";
import { type Payment, payments } from "~/db/schema/payments";
import type { Deps } from "~/core/deps";
import type { ProviderName, SessionState } from "~/integrations/payments/port";
import { applyPayment, type AppliedState, type KnownPayment } from "./inside/apply-payment";
import { closePayment } from "./inside/close-payment";
import { isShort, recordUnderpaid } from "./record-underpaid";

// Settlement asks the provider again and applies its answer in one idempotent batch. The same function serves the queue, the
// success page's nudge, the cron and an operator's replay, in any order and any number of times.

export type SettleOutcome =
  /** `sessionOpen`: too little had arrived, and the provider has just said that its session is open. */
  | { state: AppliedState; sessionOpen?: boolean }
  /** Nothing was paid: still open, or ended. `sessionOpen`: the provider has just said that its session is open. */
  | { state: "open" | "expired" | "cancelled" | "failed"; sessionOpen?: boolean }
  /** Decided earlier; nothing was done. */
  | { state: "done" }
  | { state: "unknown-payment" };

type SettlePaymentDeps = Pick<Deps, "db" | "checkout" | "nowMs" | "newId" | "newCode" | "log">;

/**
 * @param givenUp the buyer has left the checkout: nobody waits for the rest of what has arrived
 * @throws ProviderError if the provider cannot be reached: try later
 */
export async function settlePayment(
  deps: SettlePaymentDeps,
  subject: { paymentId: string } | { sessionId: string; provider: ProviderName },
  { givenUp = false }: { givenUp?: boolean } = {},
): Promise<SettleOutcome> {
  const known = await findPayment(deps, subject);
  if (known) return settleKnown(deps, known, { read: null, givenUp });
  if (!("sessionId" in subject)) return { state: "unknown-payment" };
  // The session was created but its id never stored; the provider still knows which payment it belongs to.
  const session = await deps.checkout[subject.provider].readSession(subject.sessionId);
  const named = session.paymentId ? await findPayment(deps, { paymentId: session.paymentId }) : null;
  if (!named || named.payment.provider !== subject.provider) return { state: "unknown-payment" };
  return settleKnown(deps, named, { read: session, givenUp });
}

type Read = { read: SessionState | null; givenUp: boolean };

async function settleKnown(
  deps: SettlePaymentDeps,
  found: KnownPayment,
  { read, givenUp }: Read,
): Promise<SettleOutcome> {
  const { payment } = found;
  const short = isShort(payment);
  if (!short && DECIDED.has(payment.state)) return { state: "done" };
  const waiting = waitingStateOf(payment.state);
  const sessionId = read?.sessionId ?? payment.providerSessionId;
  if (!sessionId) return { state: waiting };
  const session = read ?? (await deps.checkout[payment.provider].readSession(sessionId));
  if (session.paid) {
    const startedAtMs = deps.nowMs();
    const state = await applyPayment(deps, found, session);
    const { id: paymentId, provider, caskId } = payment;
    deps.log("payment-applied", { paymentId, state, provider, caskId, durationMs: deps.nowMs() - startedAtMs });
    return { state };
  }
  if (session.arrivedCents) {
    const isOver = givenUp || waiting !== "open" || session.status === "expired" || deps.nowMs() > payment.expiresAtMs;
    const state = await recordUnderpaid(deps, { payment, arrivedCents: session.arrivedCents, isOver });
    // What an event tells may be newer than this answer.
    if (state === "refunding") return { state, sessionOpen: session.status === "open" };
    return { state: waitingStateOf(state), sessionOpen: session.status === "open" };
  }
  if (short) return { state: "done" };
  if (session.status === "expired") return { state: await closePayment(deps, payment.id, "expired") };
  return { state: waiting, sessionOpen: session.status === "open" };
}

const DECIDED = new Set<Payment["state"]>(["settled", "refunding", "refunded", "disputed"]);

const waitingStateOf = (state: Payment["state"]) =>
  state === "expired" || state === "cancelled" || state === "failed" ? state : "open";

async function findPayment(
  deps: SettlePaymentDeps,
  subject: { paymentId: string } | { sessionId: string },
): Promise<KnownPayment | null> {
  const which =
    "paymentId" in subject ? eq(payments.id, subject.paymentId) : eq(payments.providerSessionId, subject.sessionId);
  const isReferred = sql<number>`EXISTS (SELECT 1 FROM referrals WHERE referred_id = payments.user_id)`.as(
    "is_referred",
  );
  const isCrowded = sql<number>`EXISTS (SELECT 1 FROM payments AS others WHERE others.cask_id = payments.cask_id
    AND others.state IN ('created', 'open') AND others.expires_at_ms <= ${deps.nowMs()})`.as("is_crowded");
  const [row] = await deps.db
    .select({ ...getTableColumns(payments), isReferred, isCrowded })
    .from(payments)
    .where(which);
  if (!row) return null;
  const { isReferred: brought, isCrowded: overdue, ...payment } = row;
  return { payment, isReferred: brought === 1, isCrowded: overdue === 1 };
}
