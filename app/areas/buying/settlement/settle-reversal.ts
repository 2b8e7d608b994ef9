import { eq, type SQL, sql } from "drizzle-orm";
import { writeState } from "~/areas/buying/settlement/payment-state";
import { restorePayment } from "~/areas/buying/settlement/restore-payment";
import { type NewCertificate, newCertificate, takeBack } from "~/areas/buying/settlement/take-back";
import type { Deps } from "~/core/deps";
import { house } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { recordDeadLetter } from "~/core/ledger/dead-letter";
import type { Database } from "~/db/client";
import { type Payment, payments } from "~/db/schema/payments";
import type { ProviderDispute, ProviderRefund } from "~/integrations/payments/port";

// The provider returned settled money, or the card's owner disputes it. The stake is frozen, its certificate voided, and tokens
// and the reward are taken back by new rows. Nothing is deleted or edited. `restore-payment` is the way back.

type ReverseResult = "reversed" | "needs-operator" | "nothing-to-reverse" | "unknown-payment";

type Because = "returned" | "disputed";

type ReverseEvent = {
  eventId: string;
  providerPaymentId: string;
  /** How much of it the provider has returned so far; null: it is disputed. */
  refundedCents: number | null;
};

/** Between reading and writing, another request may have taken the payment back or restored it. */
const TRIES = 3;

export async function reversePayment(deps: Deps, event: ReverseEvent): Promise<ReverseResult> {
  const { refundedCents } = event;
  const because = refundedCents === null ? "disputed" : "returned";
  for (let tries = 0; tries < TRIES; tries++) {
    const [payment] = await deps.db
      .select()
      .from(payments)
      .where(eq(payments.providerPaymentId, event.providerPaymentId));
    // Not ours, or not settled yet: settlement is what stores the provider's payment id.
    if (!payment) return "unknown-payment";
    // Our own refunds come back as events too; those payments are already refunding or refunded.
    if (payment.state !== "settled" && payment.state !== "disputed") return "nothing-to-reverse";
    if (refundedCents === 0 || (payment.state === "disputed" && because === "disputed")) return "nothing-to-reverse";
    if (refundedCents !== null && refundedCents < (payment.receivedCents ?? 0))
      return askOperator(deps, payment.id, { eventId: event.eventId, refundedCents });
    if (await reverse(deps, payment, because)) return "reversed";
  }
  throw new Error("the payment goes on changing");
}

async function reverse(deps: Deps, payment: Payment, because: Because): Promise<boolean> {
  const statements = reversal(deps.db, payment, { because, nowMs: deps.nowMs(), ...newCertificate(deps) });
  const state = await writeState(deps.db, payment.id, statements);
  if (state !== "refunded" && state !== "disputed") return false;
  deps.log("payment-reversed", { paymentId: payment.id, code: because });
  return true;
}

export function reversal(
  db: Database,
  payment: Payment,
  {
    because,
    nowMs,
    provided = sql`true`,
    ...fresh
  }: { because: Because; nowMs: number; provided?: SQL } & NewCertificate,
) {
  // The number of this reversal; a payment in dispute was taken back already.
  const time = payment.reversals + (payment.state === "settled" ? 1 : 0);
  const reversed = sql`EXISTS (SELECT 1 FROM payments WHERE id = ${payment.id} AND state IN ('refunded', 'disputed') AND reversals = ${time}) AND ${provided}`;
  return [
    ...changesOfState(db, { payment, because, time, nowMs, provided }),
    ...takeBack(db, { payment, time, reversed, to: house.provider(payment.provider), nowMs, ...fresh }),
    recordAudit(
      db,
      {
        id: `reverse:${payment.id}:${because}${time > 1 ? `:${time}` : ""}`,
        actor: "system",
        action: "payment-reversed",
        subject: `payment:${payment.id}`,
        detail: because,
        nowMs,
      },
      { where: reversed },
    ),
  ];
}

type Change = { payment: Payment; because: Because; time: number; nowMs: number; provided: SQL };

/** From settled to refunded or disputed counts as a further reversal; from disputed to refunded is still the same one. */
function changesOfState(db: Database, { payment: { id }, because, time, nowMs, provided }: Change) {
  const state = because === "returned" ? "refunded" : "disputed";
  const change = sql`UPDATE payments SET state = ${state}, reason = ${because}, updated_at_ms = ${nowMs}`;
  return [
    db.run(
      sql`${change}, reversals = ${time} WHERE id = ${id} AND state = 'settled' AND reversals = ${time - 1} AND ${provided}`,
    ),
    ...(because === "returned"
      ? [db.run(sql`${change} WHERE id = ${id} AND state = 'disputed' AND reversals = ${time} AND ${provided}`)]
      : []),
  ];
}

async function askOperator(
  deps: Deps,
  paymentId: string,
  { eventId, refundedCents }: { eventId: string; refundedCents: number },
): Promise<ReverseResult> {
  await recordDeadLetter(deps.db, {
    id: `partial:${eventId}`,
    origin: "refund",
    body: { paymentId, eventId, refundedCents: String(refundedCents) },
    error: "partial-refund",
    nowMs: deps.nowMs(),
  });
  return "needs-operator";
}

type DisputeResult = ReverseResult | "restored" | "refund-due" | "unknown-dispute";

type Subject = { providerPaymentId: string; eventId: string };

// Both ask the provider: an event only says that there is something to ask about.

/** Brings a payment to where its refunds stand at the provider. @throws ProviderError */
export async function settleRefunds(deps: Deps, { providerPaymentId, eventId }: Subject): Promise<ReverseResult> {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.providerPaymentId, providerPaymentId));
  if (!payment) return "unknown-payment";
  const refunds = await deps.checkout[payment.provider].readRefunds(providerPaymentId);
  return reversePayment(deps, { eventId, providerPaymentId, refundedCents: refundedCents(refunds) });
}

export const refundedCents = (refunds: readonly ProviderRefund[]): number =>
  refunds.reduce((sum, { amountCents, counts }) => sum + (counts ? amountCents : 0), 0);

/** Brings a payment to where its disputes stand at the provider. @throws ProviderError */
export async function settleDispute(deps: Deps, { providerPaymentId, eventId }: Subject): Promise<DisputeResult> {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.providerPaymentId, providerPaymentId));
  if (!payment) return "unknown-payment";
  const disputes = await deps.checkout[payment.provider].readDisputes(providerPaymentId);
  const standing = disputeStanding(disputes);
  if (standing === "unknown") return "unknown-dispute";
  if (takesBack(standing)) {
    const done = await reversePayment(deps, { eventId, providerPaymentId, refundedCents: null });
    const isOurs = sql`id = ${payment.id} AND state = 'disputed'`;
    if (standing === "lost")
      await deps.db.run(sql`UPDATE payments SET reason = 'dispute-lost' WHERE ${isOurs} AND reason = 'disputed'`);
    else if (answerBy(disputes) !== payment.answerByMs)
      await deps.db.run(sql`UPDATE payments SET answer_by_ms = ${answerBy(disputes)} WHERE ${isOurs}`);
    return done;
  }
  return payment.state === "disputed" ? restorePayment(deps, payment) : "nothing-to-reverse";
}

const takesBack = (standing: DisputeStanding) => standing === "open" || standing === "lost";

/**
 * What a payment's disputes mean for what it bought: `open` and `lost` take it back, `won` restores it. An inquiry changes nothing.
 * `unknown`: the provider shows none.
 */
type DisputeStanding = "open" | "lost" | "won" | "inquiry" | "unknown";

/** One that is open or lost outweighs all that were won. */
export function disputeStanding(disputes: readonly Pick<ProviderDispute, "state">[]): DisputeStanding {
  const among = (state: ProviderDispute["state"]) => disputes.some((dispute) => dispute.state === state);
  if (among("open")) return "open";
  if (among("lost")) return "lost";
  if (among("won")) return "won";
  return disputes.length > 0 ? "inquiry" : "unknown";
}

export const awayCents = (disputes: readonly Pick<ProviderDispute, "state" | "amountCents">[]): number =>
  disputes.reduce((sum, { state, amountCents }) => sum + (state === "open" || state === "lost" ? amountCents : 0), 0);

/** Until when the provider takes evidence, the earliest; null: it asks for none. */
export function answerBy(disputes: readonly Pick<ProviderDispute, "answerByMs">[]): number | null {
  const days = disputes.map(({ answerByMs }) => answerByMs).filter((ms) => ms !== null);
  return days.length === 0 ? null : Math.min(...days);
}
