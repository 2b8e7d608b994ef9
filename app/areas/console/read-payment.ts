import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { type Payment, type PaymentPurpose, payments } from "~/db/schema/payments";
import type { PAYMENT_STATES } from "~/db/schema/names";
import { mapWork, row, rows, together, type Work } from "~/db/work";
import type { ProviderName } from "~/integrations/payments/port";
import { pageAtProvider } from "~/integrations/payments/providers";
import { type GiveBackBlock, giveBackBlock } from "~/areas/buying/settlement/give-back";
import { manualRefundDue, returnedInPart } from "~/areas/buying/settlement/record-manual-refund";

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
  mode: "Bank" | "Crypto";
  provider: ProviderName;
  state: (typeof PAYMENT_STATES)[number];
  reason: string | null;
  sessionId: string | null;
  providerPaymentId: string | null;
  atProvider: string | null;
  answerByMs: number | null;
  createdAtMs: number;
  expiresAtMs: number;
  stakeNumber: number | null;
  stakeState: "active" | "frozen" | "ended" | "freed" | null;
  refundReference: string | null;
  /** 1: money that only a person can send back. */
  manualDue: number;
  returnedCents: number;
  /** null: it can be given back. */
  block: GiveBackBlock | null;
  rewardState: string | null;
};

export type PaidCertificate = { id: string; code: string };

export type PaymentEvent = {
  kind: "log" | "provider" | "transfer" | "email";
  atMs: number;
  what: string;
  detail: string | null;
  debit: string | null;
  credit: string | null;
  amount: number | null;
  currency: "USD" | "TOKEN" | null;
};

export type PaymentFile = { payment: ReviewedPayment; certificates: PaidCertificate[]; events: PaymentEvent[] };

const MOST = 100;

export function readPayment(db: Database, paymentId: string, nowMs: number): Work<PaymentFile | null> {
  const parts = together({
    payment: row(db.all<Omit<ReviewedPayment, "atProvider">>(factsOf(paymentId, nowMs))),
    certificates: rows(
      db.all<PaidCertificate>(sql`SELECT id, code FROM certificates
        WHERE stake_id = (SELECT id FROM stakes WHERE payment_id = ${paymentId}) LIMIT ${MOST}`),
    ),
    events: rows(db.all<PaymentEvent>(eventsOf(paymentId))),
  });
  return mapWork(parts, ({ payment, ...rest }) => {
    if (!payment) return null;
    const atProvider = pageAtProvider(payment.provider, payment.providerPaymentId);
    return { payment: { ...payment, atProvider }, ...rest };
  });
}

function factsOf(paymentId: string, nowMs: number): SQL {
  return sql`SELECT payments.id, payments.user_id AS buyerId, users.full_name AS buyerName, users.email AS buyerEmail,
      payments.purpose, payments.cask_id AS caskId, payments.product_name AS productName, payments.amount_cents AS amountCents,
      payments.received_cents AS receivedCents, payments.mode, payments.provider, payments.state, payments.reason,
      payments.provider_session_id AS sessionId, payments.provider_payment_id AS providerPaymentId, payments.answer_by_ms AS answerByMs,
      payments.created_at_ms AS createdAtMs, payments.expires_at_ms AS expiresAtMs,
      stakes.number AS stakeNumber, iif(stakes.freed_at_ms IS NULL, stakes.state, 'freed') AS stakeState, manual_refunds.reference AS refundReference,
      (${manualRefundDue(nowMs).any}) AS manualDue,
      iif(payments.state IN ('settled', 'disputed'), ${returnedInPart(sql`payments.id`)}, 0) AS returnedCents, ${giveBackBlock} AS block,
      referrals.state AS rewardState
    FROM payments JOIN users ON users.id = payments.user_id
      LEFT JOIN stakes ON stakes.payment_id = payments.id
      LEFT JOIN manual_refunds ON manual_refunds.payment_id = payments.id
      LEFT JOIN referrals ON referrals.referred_id = payments.user_id AND referrals.payment_id = payments.id
    WHERE payments.id = ${paymentId}`;
}

function eventsOf(paymentId: string): SQL {
  const told = ["payment-settled", "payment-refunding"].map((notice) => sql`(${`send-notice:${notice}:${paymentId}`})`);
  return sql`SELECT 'log' AS kind, created_at_ms AS atMs, action AS what, detail, actor AS debit, NULL AS credit, NULL AS amount, NULL AS currency
      FROM audit_log WHERE subject = ${`payment:${paymentId}`}
    UNION ALL SELECT 'provider', received_at_ms, type, id, NULL, NULL, NULL, NULL FROM provider_events WHERE id IN (
      SELECT events.id FROM payments JOIN provider_events AS events ON events.session_id = payments.provider_session_id WHERE payments.id = ${paymentId}
      UNION SELECT events.id FROM payments JOIN provider_events AS events ON events.provider_payment_id = payments.provider_payment_id
        WHERE payments.id = ${paymentId})
    UNION ALL SELECT 'transfer', created_at_ms, reason, NULL, debit_account_id, credit_account_id, amount, currency
      FROM transfers WHERE refers_to IN (${causesOf(paymentId)})
    UNION ALL SELECT 'email', coalesce(done_at_ms, created_at_ms), notice, coalesce(outcome, last_error), NULL, NULL, NULL, NULL
      FROM outbox WHERE id IN (VALUES ${sql.join(told, sql`, `)})
    ORDER BY atMs LIMIT ${4 * MOST}`;
}

const causesOf = (paymentId: string) => sql`SELECT ${`payment:${paymentId}`}
  UNION ALL SELECT 'stake:' || id FROM stakes WHERE payment_id = ${paymentId}
  UNION ALL SELECT 'referral:' || referred_id FROM referrals
    WHERE referred_id = (SELECT user_id FROM payments WHERE id = ${paymentId}) AND payment_id = ${paymentId}`;

export const paymentQuery = (db: Database, paymentId: string): Work<Payment | undefined> =>
  row(db.select().from(payments).where(eq(payments.id, paymentId)));
