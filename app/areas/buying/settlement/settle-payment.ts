import { eq, getTableColumns, sql } from "drizzle-orm";
import { type AppliedState, applyPayment, type KnownPayment } from "~/areas/buying/settlement/apply-payment";
import { writeState } from "~/areas/buying/settlement/payment-state";
import { settleDispute } from "~/areas/buying/settlement/settle-reversal";
import type { Deps } from "~/core/deps";
import { recordAudit } from "~/core/ledger/audit";
import { enqueue } from "~/core/outbox/enqueue";
import { outboxId } from "~/core/outbox/kinds";
import type { OperatorAccess } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { type Payment, payments } from "~/db/schema/payments";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { LOOK_PAUSES_MS, QUIET_MS, SLOWEST_LOOK_MS } from "~/domain/checkout-window";
import type { ProviderName, SessionState } from "~/integrations/payments/port";

// Settlement asks the provider again and applies its answer in one idempotent batch. The same function serves the queue, the
// success page's nudge, the cron and an operator's replay, in any order and any number of times.

type SettleOutcome =
  | { state: AppliedState }
  /** Nothing was paid: still open, or ended. `sessionOpen`: the provider has just said that its session is open. */
  | { state: "open" | "expired" | "cancelled" | "failed"; sessionOpen?: boolean }
  | { state: "done" }
  | { state: "unknown-payment" };

/**
 * @param givenUp the buyer has left the checkout: nobody waits for the rest of what has arrived
 * @throws ProviderError if the provider cannot be reached: try later
 */
export async function settlePayment(
  deps: Deps,
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

async function settleKnown(deps: Deps, found: KnownPayment, { read, givenUp }: Read): Promise<SettleOutcome> {
  const { payment } = found;
  if (DECIDED.has(payment.state)) return { state: "done" };
  const waiting = waitingStateOf(payment.state);
  const sessionId = read?.sessionId ?? payment.providerSessionId;
  if (!sessionId) return { state: waiting };
  const session = read ?? (await deps.checkout[payment.provider].readSession(sessionId));
  const isOver = givenUp || waiting !== "open" || session.status === "expired" || deps.nowMs() > payment.expiresAtMs;
  // While the checkout is open the rest of a part may follow; once it has ended, the part goes back.
  if (session.paid || (session.arrivedCents && isOver)) {
    const startedAtMs = deps.nowMs();
    const state = await applyPayment(deps, found, session);
    const { id: paymentId, provider, caskId } = payment;
    deps.log("payment-applied", { paymentId, state, provider, caskId, durationMs: deps.nowMs() - startedAtMs });
    return { state };
  }
  if (session.status === "expired") return { state: await closePayment(deps, payment.id, "expired") };
  return { state: waiting, sessionOpen: session.status === "open" };
}

const DECIDED = new Set<Payment["state"]>(["settled", "refunding", "refunded", "disputed"]);

const waitingStateOf = (state: Payment["state"]) =>
  state === "expired" || state === "cancelled" || state === "failed" ? state : "open";

async function findPayment(
  deps: Deps,
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

/** Ends an unpaid payment; a trigger frees its stake. @returns the state it is in now */
async function closePayment(
  deps: Deps,
  paymentId: string,
  as: "expired" | "cancelled" | "failed",
): Promise<"open" | "expired" | "cancelled" | "failed"> {
  const close = deps.db.run(
    sql`UPDATE payments SET state = ${as}, updated_at_ms = ${deps.nowMs()} WHERE id = ${paymentId} AND state IN ('created', 'open')`,
  );
  const state = await writeState(deps.db, paymentId, [close]);
  return state === "expired" || state === "cancelled" || state === "failed" ? state : "open";
}

const SOON_MS = 120_000;
const SLOW_MS = 300_000;

/**
 * Reads an open payment's session again until the payment is decided, whether or not a webhook ever comes. After the hold has
 * ended it looks once more and closes the payment; money that arrives even later is found by its event.
 * @throws ProviderError
 */
export async function checkPayment(deps: Deps, paymentId: string): Promise<string | { againAtMs: number }> {
  const { state } = await settlePayment(deps, { paymentId });
  if (state !== "open") return state;
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId));
  const nowMs = deps.nowMs();
  if (!payment || nowMs > payment.expiresAtMs) return closePayment(deps, paymentId, "expired");
  const ageMs = nowMs - payment.createdAtMs;
  return { againAtMs: Math.min(nowMs + (ageMs < SLOW_MS ? SOON_MS : SLOW_MS), payment.expiresAtMs + 1) };
}

/**
 * Runs when the buyer has left the checkout or the hold has ended. The provider closes its session, or says that it was paid
 * after all. If the provider cannot close sessions, the stake is freed, and a payment that still comes counts as late.
 * @throws ProviderError
 */
export async function expireSession(deps: Deps, paymentId: string): Promise<SettleOutcome> {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId));
  if (!payment) return { state: "unknown-payment" };
  if (payment.providerSessionId) {
    const now = await deps.checkout[payment.provider].expireSession(payment.providerSessionId);
    if (now === "complete") return settlePayment(deps, { paymentId });
    if (now === "unsupported") return lookOnceMore(deps, paymentId);
  }
  return { state: await closePayment(deps, paymentId, "cancelled") };
}

/** Money that has arrived by now is applied, or owed to the buyer. A provider that does not answer must not keep the stake from others. */
async function lookOnceMore(deps: Deps, paymentId: string): Promise<SettleOutcome> {
  try {
    const seen = await settlePayment(deps, { paymentId }, { givenUp: true });
    if (seen.state !== "open") return seen;
  } catch (error) {
    await closePayment(deps, paymentId, "cancelled");
    throw error;
  }
  return { state: await closePayment(deps, paymentId, "cancelled") };
}

/**
 * The page that waits for a payment has its provider asked, and what is paid is settled there and then: no queue, no webhook and no
 * timer is needed for it. However many pages wait and however often they are loaded, the provider is asked once in each pause; D1
 * decides whose turn it is. A failure here uses up no try of the outbox.
 * @returns whether the payment was decided by this look
 */
export async function lookAtPayment(deps: Deps, paymentId: string): Promise<boolean> {
  if (!(await takeTurn(deps, paymentId))) return false;
  try {
    const { state } = await settlePayment(deps, { paymentId });
    return state === "settled" || state === "refunding";
  } catch (error) {
    deps.log("look-failed", { paymentId, error: error instanceof Error ? error.name : "unknown" });
    return false;
  }
}

/** A visitor who comes back after a while starts with short pauses again. */
async function takeTurn({ db, nowMs: clock }: Deps, paymentId: string): Promise<boolean> {
  const nowMs = clock();
  const looks = sql`iif(next_look_at_ms < ${nowMs - QUIET_MS}, 0, looks)`;
  const pauses = JSON.stringify(LOOK_PAUSES_MS);
  const taken = await db.all(sql`UPDATE payments SET looks = ${looks} + 1,
      next_look_at_ms = ${nowMs} + coalesce(json_extract(${pauses}, '$[' || (${looks}) || ']'), ${SLOWEST_LOOK_MS})
    WHERE id = ${paymentId} AND state IN ('created', 'open', 'paid', 'expired', 'cancelled')
      AND provider_session_id IS NOT NULL AND coalesce(next_look_at_ms, 0) <= ${nowMs} RETURNING id`);
  return taken.length > 0;
}

const MINUTE_MS = 60_000;

type Reread = { paymentId: string; operator: OperatorAccess };

export function askReread(db: Database, { paymentId, operator }: Reread): Work<string | null> {
  const { nowMs } = operator;
  // The work of this minute: a second tap asks for nothing more.
  const subject = `${paymentId}:${Math.floor(nowMs / MINUTE_MS)}`;
  const id = outboxId("reread-payment", subject);
  const source = { from: payments, where: sql`payments.id = ${paymentId}` };
  const statements = [
    enqueue(db, "reread-payment", { subject, nowMs, of: sql`FROM payments WHERE ${source.where}` }),
    recordAudit(
      db,
      { id: `reread:${subject}`, by: operator, action: "payment-reread", subject: `payment:${paymentId}` },
      source,
    ),
  ];
  const asked = db.all<{ id: string }>(sql`SELECT id FROM outbox WHERE id = ${id}`);
  return mapWork(writeThenRead(statements, row(asked)), (found) => found?.id ?? null);
}

/**
 * An operator wants to know how a payment stands at its provider: [PAYMENT, MINUTE]. The answer is acted on as an event would be: what
 * was paid is settled, what has expired ends, and a dispute takes back or gives again. @throws ProviderError
 */
export async function rereadPayment(deps: Deps, subjectId: string): Promise<string> {
  const [paymentId = ""] = subjectId.split(":");
  const { state } = await settlePayment(deps, { paymentId });
  if (state !== "done") return state;
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId));
  if (!payment?.providerPaymentId || payment.state === "refunding") return state;
  return settleDispute(deps, { providerPaymentId: payment.providerPaymentId, eventId: `reread:${subjectId}` });
}
