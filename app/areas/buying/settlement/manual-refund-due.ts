import { type SQL, sql, type SQLWrapper } from "drizzle-orm";

/** How long a refund must have been failing before an operator may send it by hand. */
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

/** The letters about money that is owed to a payment's buyer. */
export const refundLetters = sql`(${asked}) OR (${partial}) OR (${cameBack})`;

/** A refund we sent has come back, and has not been paid another way yet. */
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
