import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { type Payment, type PaymentPurpose, payments } from "~/db/schema/payments";
import { DIFFERENCE_KINDS, type PAYMENT_STATES } from "~/db/schema/names";
import { mapWork, row, rows, together, type Work } from "~/db/work";
import type { ProviderName } from "~/integrations/payments/port";
import { pageAtProvider } from "~/integrations/payments/providers";
import { type GiveBackBlock, giveBackBlock, keepMost } from "~/areas/buying/settlement/give-back";
import { manualRefundDue, returnedInPart } from "~/areas/buying/settlement/record-manual-refund";

// Everything that is known of one payment, ours and the provider's, in one round trip. Each part is found by the payment's own ids.

export type ReviewedPayment = {
  id: string;
  buyerId: string;
  buyerName: string | null;
  buyerEmail: string | null;
  purpose: PaymentPurpose;
  caskId: string | null;
  productName: string;
  amountCents: number;
  receivedCents: number | null;
  /** The cancellation fee that was kept when it was given back, and the highest that may be. */
  keptCents: number;
  keepMostCents: number;
  mode: "Bank" | "Crypto";
  provider: ProviderName;
  state: (typeof PAYMENT_STATES)[number];
  reason: string | null;
  sessionId: string | null;
  providerPaymentId: string | null;
  /** Its page at the provider; null: none is known. */
  atProvider: string | null;
  reversals: number;
  /** Until when the provider takes evidence about its dispute. */
  answerByMs: number | null;
  createdAtMs: number;
  updatedAtMs: number;
  expiresAtMs: number;
  stakeNumber: number | null;
  stakeState: "active" | "frozen" | "ended" | "freed" | null;
  /** By which a refund by hand is found. */
  refundReference: string | null;
  /** 1: money that only a person can send back. */
  manualDue: number;
  /** What the provider has returned of it in part. */
  returnedCents: number;
  /** Why it cannot be given back; null: it can. */
  block: GiveBackBlock | null;
  referrerId: string | null;
  rewardState: string | null;
};

export type PaidCertificate = {
  id: string;
  code: string;
  state: "pending" | "issued" | "void";
  createdAtMs: number;
  issuedAtMs: number | null;
  voidedAtMs: number | null;
};
export type PaidEvent = { id: string; type: string; receivedAtMs: number };
export type PaidTransfer = {
  id: string;
  debit: string;
  credit: string;
  amount: number;
  currency: "USD" | "TOKEN";
  reason: string;
  createdAtMs: number;
};
export type PaidWork = {
  id: string;
  kind: string;
  notice: string | null;
  attempts: number;
  lastError: string | null;
  availableAtMs: number;
  doneAtMs: number | null;
  createdAtMs: number;
};
export type PaidAudit = {
  id: string;
  actor: string;
  action: string;
  detail: string | null;
  createdAtMs: number;
};
export type Stray = {
  sessionId: string;
  receivedCents: number;
  state: "refunding" | "refunded";
  createdAtMs: number;
  updatedAtMs: number;
};
export type PaidLetter = { id: string; error: string | null; createdAtMs: number; resolvedAtMs: number | null };
export type PaidDifference = { id: string; kind: string; state: string; firstSeenMs: number };

export type PaymentFile = {
  payment: ReviewedPayment;
  certificates: PaidCertificate[];
  events: PaidEvent[];
  transfers: PaidTransfer[];
  work: PaidWork[];
  audit: PaidAudit[];
  strays: Stray[];
  letters: PaidLetter[];
  differences: PaidDifference[];
};

/** So many of each are shown; a payment has a few. */
const MOST = 100;

export function readPayment(db: Database, paymentId: string, nowMs: number): Work<PaymentFile | null> {
  const parts = together({
    payment: row(db.all<Omit<ReviewedPayment, "atProvider">>(factsOf(paymentId, nowMs))),
    certificates: rows(
      db.all<PaidCertificate>(sql`SELECT id, code, state, created_at_ms AS createdAtMs, issued_at_ms AS issuedAtMs, voided_at_ms AS voidedAtMs
        FROM certificates WHERE stake_id = ${stakeOf(paymentId)} LIMIT ${MOST}`),
    ),
    events: rows(
      db.all<PaidEvent>(sql`SELECT id, type, received_at_ms AS receivedAtMs FROM provider_events
        WHERE id IN (${eventsOf(paymentId)}) LIMIT ${MOST}`),
    ),
    transfers: rows(
      db.all<PaidTransfer>(sql`SELECT id, debit_account_id AS debit, credit_account_id AS credit, amount, currency, reason,
          created_at_ms AS createdAtMs
        FROM transfers WHERE refers_to IN (${causesOf(paymentId)}) ORDER BY seq LIMIT ${MOST}`),
    ),
    work: rows(
      db.all<PaidWork>(sql`SELECT id, kind, notice, attempts, last_error AS lastError, available_at_ms AS availableAtMs,
          done_at_ms AS doneAtMs, created_at_ms AS createdAtMs
        FROM outbox WHERE id IN (${workOf(paymentId)}) LIMIT ${MOST}`),
    ),
    audit: rows(
      db.all<PaidAudit>(sql`SELECT id, actor, action, detail, created_at_ms AS createdAtMs
        FROM audit_log WHERE subject = ${`payment:${paymentId}`} ORDER BY created_at_ms LIMIT ${MOST}`),
    ),
    strays: rows(
      db.all<Stray>(sql`SELECT session_id AS sessionId, received_cents AS receivedCents, state, created_at_ms AS createdAtMs,
          updated_at_ms AS updatedAtMs
        FROM stray_receipts WHERE payment_id = ${paymentId} LIMIT ${MOST}`),
    ),
    letters: rows(
      db.all<PaidLetter>(sql`SELECT id, error, created_at_ms AS createdAtMs, resolved_at_ms AS resolvedAtMs
        FROM dead_letters WHERE id IN (${lettersOf(paymentId)}) LIMIT ${MOST}`),
    ),
    differences: rows(
      db.all<PaidDifference>(sql`SELECT id, kind, state, first_seen_ms AS firstSeenMs
        FROM differences WHERE id IN (${differencesOf(paymentId)}) LIMIT ${MOST}`),
    ),
  });
  return mapWork(parts, ({ payment, ...rest }) => {
    if (!payment) return null;
    return {
      payment: { ...payment, atProvider: pageAtProvider(payment.provider, payment.providerPaymentId) },
      ...rest,
    };
  });
}

function factsOf(paymentId: string, nowMs: number): SQL {
  return sql`SELECT payments.id, payments.user_id AS buyerId, users.full_name AS buyerName, users.email AS buyerEmail,
      payments.purpose, payments.cask_id AS caskId, payments.product_name AS productName, payments.amount_cents AS amountCents,
      payments.received_cents AS receivedCents, payments.kept_cents AS keptCents, ${keepMost(nowMs)} AS keepMostCents, payments.mode, payments.provider, payments.state, payments.reason,
      payments.provider_session_id AS sessionId, payments.provider_payment_id AS providerPaymentId, payments.reversals, payments.answer_by_ms AS answerByMs,
      payments.created_at_ms AS createdAtMs, payments.updated_at_ms AS updatedAtMs, payments.expires_at_ms AS expiresAtMs,
      stakes.number AS stakeNumber, iif(stakes.freed_at_ms IS NULL, stakes.state, 'freed') AS stakeState, manual_refunds.reference AS refundReference,
      (${manualRefundDue(nowMs).any}) AS manualDue,
      iif(payments.state IN ('settled', 'disputed'), ${returnedInPart(sql`payments.id`)}, 0) AS returnedCents, ${giveBackBlock} AS block,
      referrals.referrer_id AS referrerId, referrals.state AS rewardState
    FROM payments JOIN users ON users.id = payments.user_id
      LEFT JOIN stakes ON stakes.payment_id = payments.id
      LEFT JOIN manual_refunds ON manual_refunds.payment_id = payments.id
      LEFT JOIN referrals ON referrals.referred_id = payments.user_id AND referrals.payment_id = payments.id
    WHERE payments.id = ${paymentId}`;
}

const stakeOf = (paymentId: string) => sql`(SELECT id FROM stakes WHERE payment_id = ${paymentId})`;

const eventsOf = (paymentId: string) => sql`SELECT events.id FROM payments JOIN provider_events AS events
    ON events.session_id = payments.provider_session_id WHERE payments.id = ${paymentId}
  UNION SELECT events.id FROM payments JOIN provider_events AS events
    ON events.provider_payment_id = payments.provider_payment_id WHERE payments.id = ${paymentId}`;

const causesOf = (paymentId: string) => sql`SELECT ${`payment:${paymentId}`}
  UNION ALL SELECT 'stake:' || id FROM stakes WHERE payment_id = ${paymentId}
  UNION ALL SELECT 'referral:' || referred_id FROM referrals
    WHERE referred_id = (SELECT user_id FROM payments WHERE id = ${paymentId}) AND payment_id = ${paymentId}
  UNION ALL SELECT 'stray:' || session_id FROM stray_receipts WHERE payment_id = ${paymentId}`;

/** Rows of the outbox are named after their subject; those named after a time as well lie next to each other. */
function workOf(paymentId: string): SQL {
  const named = ["check-payment", "expire-session", "refund-payment"].map((kind) => `${kind}:${paymentId}`);
  const told = ["payment-settled", "payment-refunding"].map((notice) => `send-notice:${notice}:${paymentId}`);
  const short = ["open", "refunding"].map((state) => `send-notice:payment-underpaid:${paymentId}:${state}`);
  const between = (start: string) =>
    sql`SELECT id FROM outbox WHERE id > ${`${start}:${paymentId}:`} AND id < ${`${start}:${paymentId};`}`;
  const ids = sql.join(
    [...named, ...told, ...short].map((id) => sql`(${id})`),
    sql`, `,
  );
  return sql`SELECT * FROM (VALUES ${ids})
    UNION ALL ${between("send-notice:payment-reversed")} UNION ALL ${between("reread-payment")}
    UNION ALL SELECT 'issue-certificate:' || id FROM certificates WHERE stake_id = ${stakeOf(paymentId)}
    UNION ALL SELECT 'handle-event:' || id FROM (${eventsOf(paymentId)})`;
}

const lettersOf = (paymentId: string) => sql`SELECT ${`refund:${paymentId}`}
  UNION ALL SELECT 'partial:' || id FROM (${eventsOf(paymentId)})
  UNION ALL SELECT 'refund-failed:' || id FROM (${eventsOf(paymentId)})
  UNION ALL SELECT id FROM dead_letters WHERE resolved_at_ms IS NULL AND origin = 'refund'
    AND json_extract(body, '$.paymentId') = ${paymentId}`;

/** A difference is named after its kind and its subject: the session, the provider's payment, or the payment. */
function differencesOf(paymentId: string): SQL {
  const kinds = sql.join(
    DIFFERENCE_KINDS.map((kind) => sql`(${kind})`),
    sql`, `,
  );
  const subjects = sql`SELECT provider_session_id AS subject FROM payments WHERE id = ${paymentId}
    UNION SELECT provider_payment_id FROM payments WHERE id = ${paymentId}
    UNION SELECT session_id FROM stray_receipts WHERE payment_id = ${paymentId}
    UNION SELECT ${paymentId}`;
  return sql`SELECT kinds.column1 || ':' || subjects.subject FROM (VALUES ${kinds}) AS kinds JOIN (${subjects}) AS subjects`;
}

/** The row itself, which both ways of sending money back are calculated from. */
export const paymentQuery = (db: Database, paymentId: string): Work<Payment | undefined> =>
  row(db.select().from(payments).where(eq(payments.id, paymentId)));
