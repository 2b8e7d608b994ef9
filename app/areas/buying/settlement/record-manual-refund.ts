import { eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { Database } from "~/db/client";
import { manualRefunds, type Payment, payments } from "~/db/schema/payments";
import { mapWork, row, together, type Work, writeThenRead } from "~/db/work";
import { house } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { transfer } from "~/core/ledger/transfer";
import type { OperatorAccess } from "~/core/session/guarded";
import { reversal } from "./settle-reversal";
import type { NewCertificate } from "./take-back";

// An operator has sent money back by hand, from our bank: for a payment that its provider cannot refund, for the rest of one that
// was refunded in part, or for a refund that came back. What is due is decided in SQL; recording it closes the books about it.

export type ManualRefund = {
  payment: Payment;
  /** By which the transfer is found at the bank or on the chain. */
  reference: string;
  operator: OperatorAccess;
} & NewCertificate;

export type ManualRefundOutcome =
  { ok: true } | { ok: false; code: "recorded-otherwise" | "reference-used" | "nothing-due" | "not-allowed" };

/** The same reference twice is recorded once. */
export function recordManualRefund(db: Database, refund: ManualRefund): Work<ManualRefundOutcome> {
  const { payment, reference, operator } = refund;
  const { userId: operatorId, nowMs } = operator;
  const { id } = payment;
  const due = manualRefundDue(nowMs);
  const recorded = sql`EXISTS (SELECT 1 FROM manual_refunds WHERE payment_id = ${id} AND reference = ${reference})`;
  const statements = [
    db.run(sql`INSERT INTO manual_refunds (payment_id, reference, operator_id, recorded_at_ms)
      SELECT id, ${reference}, ${operatorId}, ${nowMs} FROM payments
      WHERE id = ${id} AND (${due.any}) AND user_id <> ${operatorId} ON CONFLICT DO NOTHING`),
    ...returnOfFailed(db, refund, sql`${recorded} AND ${due.failed}`),
    ...restOfPartial(db, refund, recorded),
    ...refundByHand(db, refund, sql`${recorded} AND ${due.refunding}`),
    db.run(
      sql`UPDATE outbox SET done_at_ms = ${nowMs} WHERE id = ${`refund-payment:${id}`} AND done_at_ms IS NULL AND ${recorded}`,
    ),
    db.run(sql`UPDATE dead_letters SET resolved_at_ms = ${nowMs} WHERE resolved_at_ms IS NULL AND ${recorded}
      AND EXISTS (SELECT 1 FROM payments WHERE payments.id = ${id} AND (${refundLetters}))`),
    recordAudit(
      db,
      {
        id: `manual-refund:${id}`,
        by: operator,
        action: "manual-refund-recorded",
        subject: `payment:${id}`,
        detail: reference,
      },
      { where: recorded },
    ),
  ];
  const after = together({
    payment: row(
      db
        .select({ isDue: sql<number>`(${due.any})` })
        .from(payments)
        .where(eq(payments.id, id)),
    ),
    ours: row(db.select().from(manualRefunds).where(eq(manualRefunds.paymentId, id))),
    others: row(db.select().from(manualRefunds).where(eq(manualRefunds.reference, reference))),
  });
  return mapWork(writeThenRead(statements, after), ({ payment: now, ours, others }): ManualRefundOutcome => {
    if (ours) return ours.reference === reference ? { ok: true } : { ok: false, code: "recorded-otherwise" };
    if (others) return { ok: false, code: "reference-used" };
    return { ok: false, code: now?.isDue ? "not-allowed" : "nothing-due" };
  });
}

const byHand = (payment: Payment, nowMs: number) =>
  ({
    refersTo: `payment:${payment.id}`,
    credit: house.bank,
    amount: sql<number>`received_cents`,
    reason: "refund",
    nowMs,
  }) as const;

function returnOfFailed(db: Database, { payment, operator: { nowMs } }: ManualRefund, provided: SQL) {
  const entry = { ...byHand(payment, nowMs), name: "refund-by-hand", debit: house.provider(payment.provider) };
  return [transfer(db, entry, { from: payments, where: sql`id = ${payment.id} AND ${provided}` })];
}

/** The purchase ends, as with a refund in full. The reversal takes all of it from the provider, who returned only a part. */
function restOfPartial(
  db: Database,
  { payment, certificateId, certificateCode, operator: { nowMs } }: ManualRefund,
  recorded: SQL,
) {
  if (payment.state !== "settled" && payment.state !== "disputed") return [];
  const rest = sql<number>`received_cents - ${returnedInPart(payment.id)}`;
  const entry = {
    ...byHand(payment, nowMs),
    name: "refund-by-hand",
    debit: house.provider(payment.provider),
    amount: rest,
  };
  return [
    ...reversal(db, payment, { because: "returned", nowMs, provided: recorded, certificateId, certificateCode }),
    transfer(db, entry, {
      from: payments,
      where: sql`id = ${payment.id} AND state = 'refunded' AND ${recorded} AND ${rest} > 0`,
    }),
  ];
}

function refundByHand(db: Database, { payment, operator: { nowMs } }: ManualRefund, provided: SQL) {
  const { id } = payment;
  if (payment.state !== "refunding") return [];
  return [
    db.run(
      sql`UPDATE payments SET state = 'refunded', updated_at_ms = ${nowMs} WHERE id = ${id} AND state = 'refunding' AND ${provided}`,
    ),
    transfer(
      db,
      { ...byHand(payment, nowMs), name: "refund", debit: house.unsettled },
      { from: payments, where: sql`id = ${id} AND state = 'refunded' AND received_cents > 0` },
    ),
  ];
}

const FAILING_MS = 3_600_000;

const letter = (which: SQL) => sql`EXISTS (SELECT 1 FROM dead_letters WHERE resolved_at_ms IS NULL AND ${which})`;

const asked = sql`dead_letters.id = 'refund:' || payments.id`;
const partial = sql`dead_letters.id GLOB 'partial:*' AND json_extract(dead_letters.body, '$.paymentId') = payments.id`;
const cameBack = sql`dead_letters.id GLOB 'refund-failed:*'
  AND json_extract(dead_letters.body, '$.providerPaymentId') = payments.provider_payment_id`;

/** The provider has returned a part of it: the rest was not dealt with yet, or a report of one not read. Of a row of `payments`. */
export const partReturned = sql`${letter(partial)} OR EXISTS (SELECT 1 FROM outbox JOIN provider_events AS told ON outbox.id = 'handle-event:' || told.id
  WHERE outbox.done_at_ms IS NULL AND outbox.kind = 'handle-event' AND told.provider_payment_id = payments.provider_payment_id
    AND told.concerns = 'refund')`;

/** How much the provider has returned of a payment so far, in cents; 0: nothing that a person has to deal with. */
export const returnedInPart = (paymentId: SQLWrapper | string) =>
  sql<number>`(SELECT coalesce(max(CAST(json_extract(body, '$.refundedCents') AS INTEGER)), 0) FROM dead_letters
    WHERE resolved_at_ms IS NULL AND id GLOB 'partial:*' AND json_extract(body, '$.paymentId') = ${paymentId})`;

const refundLetters = sql`(${asked}) OR (${partial}) OR (${cameBack})`;

export const refundCameBack = sql<number>`payments.state = 'refunded' AND ${letter(cameBack)}`;

/** Why a payment's buyer is owed money that a person must send. Conditions on a row of `payments`. */
export function manualRefundDue(nowMs: number) {
  // One that the provider is being asked for at this moment may be sent after all.
  const isFailing = sql`EXISTS (SELECT 1 FROM outbox WHERE outbox.id = 'refund-payment:' || payments.id AND done_at_ms IS NULL
    AND failing_since_ms <= ${nowMs - FAILING_MS} AND (leased_until_ms IS NULL OR leased_until_ms <= ${nowMs}))`;
  const refunding = sql`payments.state = 'refunding' AND (${letter(asked)} OR ${isFailing})`;
  const rest = sql`payments.state IN ('settled', 'disputed') AND ${letter(partial)}`;
  return { refunding, failed: refundCameBack, any: sql`(${refunding}) OR (${rest}) OR (${refundCameBack})` };
}
