import { eq, type SQL, sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { house } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { transfer } from "~/core/ledger/transfer";
import type { Database } from "~/db/client";
import { type Payment, payments } from "~/db/schema/payments";
import { row, rows, runWork, together, writes, writeThenRead } from "~/db/work";
import type { ProviderDispute, ProviderRefund } from "~/integrations/payments/port";
import { reversePayment, type ReverseResult } from "../reverse-payment";
import { isUndone } from "../undo-sale";
import { answerBy, awayCents, disputeStanding, type DisputeStanding } from "./dispute-standing";
import { givenAgain } from "./given-again";

// A dispute was decided for us: the money is ours again, and what it bought counts again. The stake is active, with a new certificate, and
// tokens and reward come back as new rows. If another fee has been paid meanwhile, this one is given back instead.

type RestorePaymentDeps = Pick<Deps, "db" | "nowMs" | "newId" | "newCode" | "log">;

type RestoreResult = "restored" | "refund-due" | "nothing-to-reverse";

/** @param payment as it was read: in dispute */
export async function restorePayment(deps: RestorePaymentDeps, payment: Payment): Promise<RestoreResult> {
  const state = row(deps.db.select({ state: payments.state }).from(payments).where(eq(payments.id, payment.id)));
  const after = await runWork(deps.db, writeThenRead(restoration(deps, payment), state));
  deps.log("payment-restored", { paymentId: payment.id, state: after?.state ?? null });
  if (after?.state === "settled") return "restored";
  return after?.state === "refunding" ? "refund-due" : "nothing-to-reverse";
}

function restoration({ db, nowMs: clock, newId, newCode }: RestorePaymentDeps, payment: Payment) {
  const nowMs = clock();
  const { id, userId, reversals: time } = payment;
  const restored = is(payment, "settled");
  const certificateId = newId("crt");
  return [
    // A second fee is never kept.
    db.run(sql`UPDATE payments SET state = 'refunding', reason = 'already-activated', updated_at_ms = ${nowMs}
      WHERE id = ${id} AND state = 'disputed' AND reversals = ${time} AND purpose = 'joining-fee' AND EXISTS (
        SELECT 1 FROM payments AS others WHERE others.user_id = ${userId} AND others.purpose = 'joining-fee' AND others.state = 'settled')`),
    // A stake that went back to its seller stays there; its buyer gets the money.
    db.run(sql`UPDATE payments SET state = 'refunding', reason = 'given-back', updated_at_ms = ${nowMs}
      WHERE id = ${id} AND state = 'disputed' AND reversals = ${time} AND ${isUndone(payment)}`),
    db.run(sql`UPDATE payments SET state = 'settled', reason = NULL, updated_at_ms = ${nowMs}
      WHERE id = ${id} AND state = 'disputed' AND reversals = ${time}`),
    db.run(
      sql`UPDATE stakes SET state = 'active', state_at_ms = ${nowMs} WHERE payment_id = ${id} AND state = 'frozen' AND ${restored}`,
    ),
    db.run(sql`INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms)
      SELECT ${certificateId}, stakes.id, ${newCode()}, ${`certificates/${certificateId}.pdf`}, ${nowMs}
      FROM stakes WHERE payment_id = ${id} AND (state = 'active' OR exit_id IS NOT NULL) AND ${restored}
        AND NOT EXISTS (SELECT 1 FROM certificates AS held WHERE held.stake_id = stakes.id AND held.withheld = 1) ON CONFLICT DO NOTHING`),
    ...givenAgain(db, { payment, restored, refunding: is(payment, "refunding"), nowMs }),
    activateAgain(db, payment, restored, nowMs),
    recordAudit(
      db,
      {
        id: `restore:${id}${time > 1 ? `:${time}` : ""}`,
        actor: "system",
        action: "payment-restored",
        subject: `payment:${id}`,
        nowMs,
      },
      { where: sql`${restored} OR ${is(payment, "refunding")}` },
    ),
  ];
}

const is = ({ id, reversals }: Payment, state: Payment["state"]): SQL =>
  sql`EXISTS (SELECT 1 FROM payments WHERE id = ${id} AND state = ${state} AND reversals = ${reversals})`;

function activateAgain(db: Database, { userId, purpose }: Payment, restored: SQL, nowMs: number) {
  return db.run(sql`UPDATE users SET activated_at_ms = ${nowMs}
    WHERE id = ${userId} AND activated_at_ms IS NULL AND ${purpose === "joining-fee" ? 1 : 0} = 1 AND ${restored}`);
}

export type DisputeResult = ReverseResult | "restored" | "refund-due" | "unknown-dispute";

type Subject = { providerPaymentId: string; eventId: string };

// Both ask the provider: an event only says that there is something to ask about.

/** Brings a payment to where its refunds stand at the provider. @throws ProviderError */
export async function settleRefunds(
  deps: Pick<Deps, "db" | "checkout" | "nowMs" | "newId" | "newCode" | "log">,
  { providerPaymentId, eventId }: Subject,
): Promise<ReverseResult> {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.providerPaymentId, providerPaymentId));
  if (!payment) return "unknown-payment";
  const refunds = await deps.checkout[payment.provider].readRefunds(providerPaymentId);
  return reversePayment(deps, { eventId, providerPaymentId, refundedCents: refundedCents(refunds) });
}

export const refundedCents = (refunds: readonly ProviderRefund[]): number =>
  refunds.reduce((sum, { amountCents, counts }) => sum + (counts ? amountCents : 0), 0);

/** Brings a payment to where its disputes stand at the provider. @throws ProviderError */
export async function settleDispute(
  deps: Pick<Deps, "db" | "checkout" | "nowMs" | "newId" | "newCode" | "log">,
  { providerPaymentId, eventId }: Subject,
): Promise<DisputeResult> {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.providerPaymentId, providerPaymentId));
  if (!payment) return "unknown-payment";
  const disputes = await deps.checkout[payment.provider].readDisputes(providerPaymentId);
  const standing = disputeStanding(disputes);
  if (standing === "unknown") return "unknown-dispute";
  if (payment.state === "refunded") return settleKeptFee(deps, payment, disputes);
  if (takesBack(standing)) {
    const done = await reversePayment(deps, { eventId, providerPaymentId, refundedCents: null });
    if (standing === "lost") await rememberLost(deps, payment.id);
    else if (answerBy(disputes) !== payment.answerByMs) await rememberDay(deps, payment.id, answerBy(disputes));
    return done;
  }
  return payment.state === "disputed" ? restorePayment(deps, payment) : "nothing-to-reverse";
}

const takesBack = (standing: DisputeStanding) => standing === "open" || standing === "lost";

/**
 * What was kept of a refunded payment is disputed as well, or won: our income follows what the bank has. The agreed fee stays in the
 * ledger, so each answer of the provider leads to the same books, however often it comes.
 */
async function settleKeptFee(
  { db, nowMs: clock, log }: Pick<Deps, "db" | "nowMs" | "log">,
  { id, provider }: Payment,
  disputes: readonly ProviderDispute[],
): Promise<"reversed" | "restored" | "nothing-to-reverse"> {
  const nowMs = clock();
  const refersTo = `payment:${id}` as const;
  const left = sql<number>`max(coalesce((SELECT amount FROM transfers WHERE transfers.id = ${`${refersTo}:fee-kept`}), 0) - ${awayCents(disputes)}, 0)`;
  const [fees, bank] = [house.cancellationFees, house.provider(provider)] as const;
  const name = sql<string>`'fee-disputed-' || (SELECT count(*) FROM transfers WHERE refers_to = ${refersTo} AND transfers.reason = 'cancellation-fee')`;
  const entry = { refersTo, name, currency: "USD", reason: "cancellation-fee", nowMs } as const;
  const when = (which: SQL) => ({ from: payments, where: sql`id = ${id} AND state = 'refunded' AND ${which}` });
  const more = { ...entry, debit: bank, credit: fees, amount: sql<number>`${left} - kept_cents` };
  const less = { ...entry, debit: fees, credit: bank, amount: sql<number>`kept_cents - ${left}` };
  const { lost, changed } = await runWork(
    db,
    together({
      lost: rows(transfer(db, less, when(sql`kept_cents > ${left}`))),
      won: writes(transfer(db, more, when(sql`kept_cents < ${left}`))),
      changed: rows(
        db.run(sql`UPDATE payments SET kept_cents = ${left}, answer_by_ms = ${answerBy(disputes)}, updated_at_ms = ${nowMs}
        WHERE id = ${id} AND state = 'refunded' AND kept_cents <> ${left}`),
      ),
    }),
  );
  if (changed.meta.changes === 0) return "nothing-to-reverse";
  const done = lost.meta.changes > 0 ? "reversed" : "restored";
  log("kept-fee-disputed", { paymentId: id, outcome: done });
  return done;
}

async function rememberDay({ db }: Pick<Deps, "db">, paymentId: string, answerByMs: number | null): Promise<void> {
  await db.run(sql`UPDATE payments SET answer_by_ms = ${answerByMs} WHERE id = ${paymentId} AND state = 'disputed'`);
}

/** No longer asked about. */
async function rememberLost({ db }: Pick<Deps, "db">, paymentId: string): Promise<void> {
  await db.run(
    sql`UPDATE payments SET reason = 'dispute-lost' WHERE id = ${paymentId} AND state = 'disputed' AND reason = 'disputed'`,
  );
}
