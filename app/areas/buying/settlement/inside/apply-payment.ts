import { eq, sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { house, tokensOf } from "~/core/ledger/accounts";
import { type AuditAction, recordAudit } from "~/core/ledger/audit";
import { resolveRefundLetter } from "~/core/ledger/dead-letter";
import { type Cause, transferAll } from "~/core/ledger/transfer";
import type { Database } from "~/db/client";
import { type Payment, payments } from "~/db/schema/payments";
import { row, runWork, writeThenRead } from "~/db/work";
import { TOKENS_FOR } from "~/domain/rewards";
import type { SessionState } from "~/integrations/payments/port";
import { bookArrived, isShort } from "../record-underpaid";
import type { ApplyInput } from "./apply-input";
import { offerStatements, saleOfOffer } from "./apply-offer";
import { stakeStatements } from "./apply-stake";
import { incomeOf } from "./income-of";
import { hasEnded, isSettled, stillHere } from "./payment-conditions";

/** A paid joining fee activates the account, once. A second one stays 'paid', and the caller's next statement refunds it. */
function feeStatements(db: Database, { payment, nowMs }: ApplyInput) {
  return [
    db.run(sql`UPDATE payments SET state = 'settled', updated_at_ms = ${nowMs}
      WHERE id = ${payment.id} AND state = 'paid' AND NOT EXISTS (
        SELECT 1 FROM payments AS others WHERE others.user_id = ${payment.userId} AND others.purpose = 'joining-fee' AND others.state = 'settled')
        AND ${stillHere(payment.userId)}`),
    db.run(sql`UPDATE users SET activated_at_ms = ${nowMs}
      WHERE id = ${payment.userId} AND activated_at_ms IS NULL AND ${isSettled(payment.id)}`),
  ];
}

// Money confirmed by the provider becomes exactly one thing: what was bought, or a refund that is due. It is one batch in which
// every statement checks the row it depends on, so a replay or a parallel copy changes nothing.

export type AppliedState = "settled" | "refunding" | "done";

/** A payment, and what is known before its batch of which statements it needs. Whether a person was referred is known from the moment they signed up. */
export type KnownPayment = Pick<ApplyInput, "payment" | "isReferred" | "isCrowded">;

export async function applyPayment(
  deps: Pick<Deps, "db" | "nowMs" | "newId" | "newCode">,
  found: KnownPayment,
  session: SessionState,
): Promise<AppliedState> {
  const { db } = deps;
  const { payment } = found;
  const input: ApplyInput = {
    ...found,
    nowMs: deps.nowMs(),
    stakeId: deps.newId("stk"),
    certificateId: deps.newId("crt"),
    certificateCode: deps.newCode(),
  };
  const rightMoney =
    session.amountCents === payment.amountCents && session.currency === "USD" && session.paymentId === payment.id;
  const apply = rightMoney ? applyOf(payment)(db, input) : [];
  const unsold = sql`iif(${hasEnded(payment.caskId)}, 'cask-sold', 'no-stake-left')`;
  const refused = { stake: payment.offerId === null ? unsold : "offer-gone", "joining-fee": "already-activated" };
  const reason = rightMoney ? refused[payment.purpose] : "wrong-amount";
  const completes = isShort(payment);
  const statements = [
    ...(completes ? [markCompleted(db, input, session), endRefund(db, input)] : [markPaid(db, input, session)]),
    ...apply,
    // What could not be applied is refunded; a trigger adds the outbox row when the state changes.
    db.run(
      sql`UPDATE payments SET state = 'refunding', reason = ${reason}, updated_at_ms = ${input.nowMs} WHERE id = ${payment.id} AND state = 'paid'`,
    ),
    ...(completes
      ? [bookArrived(db, payment, sql`state IN ('settled', 'refunding')`, input.nowMs), endLetter(db, input)]
      : []),
    transferAll(db, [...(completes ? [] : [received(input)]), ...sale(input), ...tokens(input)]),
    recordDecision(db, input),
  ];
  const now = row(db.select({ state: payments.state }).from(payments).where(eq(payments.id, payment.id)));
  const state = (await runWork(db, writeThenRead(statements, now)))?.state;
  return state === "settled" || state === "refunding" ? state : "done";
}

const APPLY = { stake: stakeStatements, "joining-fee": feeStatements };
const applyOf = ({ offerId, purpose }: Payment) => (offerId === null ? APPLY[purpose] : offerStatements);

const causeOf = (payment: Payment): Cause => `payment:${payment.id}`;
const settled = (payment: Payment) => sql`id = ${payment.id} AND state = 'settled'`;

function markPaid(db: Database, { payment, nowMs }: ApplyInput, session: SessionState) {
  return db.run(sql`UPDATE payments SET state = 'paid', received_cents = ${session.amountCents}, provider_payment_id = ${session.providerPaymentId},
      provider_session_id = coalesce(provider_session_id, ${session.sessionId}), updated_at_ms = ${nowMs}
    WHERE id = ${payment.id} AND state IN ('created', 'open', 'expired', 'cancelled', 'failed')`);
}

/** The rest has arrived of what was owed as too little: from here on it is a late payment like any other. */
function markCompleted(db: Database, { payment, nowMs }: ApplyInput, session: SessionState) {
  return db.run(sql`UPDATE payments SET state = 'paid', reason = NULL, received_cents = ${session.amountCents},
      provider_payment_id = ${session.providerPaymentId}, updated_at_ms = ${nowMs}
    WHERE id = ${payment.id} AND state = 'refunding' AND reason = 'underpaid' AND amount_cents <= ${session.amountCents}`);
}

/** A refund of all of it may yet be due, now or after it has settled: that is work of its own. */
const endRefund = (db: Database, { payment }: ApplyInput) =>
  db.run(sql`DELETE FROM outbox WHERE id = ${`refund-payment:${payment.id}`} AND done_at_ms IS NOT NULL
    AND EXISTS (SELECT 1 FROM payments WHERE id = ${payment.id} AND state = 'paid')`);

/** Nothing is left to send back by hand. */
const endLetter = (db: Database, { payment, nowMs }: ApplyInput) =>
  resolveRefundLetter(db, payment.id, nowMs, settled(payment));

type Booking = Parameters<typeof transferAll>[1][number];

/**
 * Received money is owed to the buyer until it is applied or refunded: `house.unsettled` must never go below zero, so this is the first.
 * If another look noticed a part of it since this one began, that part has its name and its row (`bookArrived`).
 */
const received = ({ payment, nowMs }: ApplyInput): Booking => [
  {
    refersTo: causeOf(payment),
    name: "received",
    debit: house.provider(payment.provider),
    credit: house.unsettled,
    amount: payments.receivedCents,
    currency: "USD",
    reason: "payment-received",
    nowMs,
  },
  { from: payments, where: sql`id = ${payment.id} AND state IN ('settled', 'refunding') AND received_cents > 0` },
];

function sale(input: ApplyInput): Booking[] {
  const { payment, nowMs } = input;
  if (payment.offerId !== null) return saleOfOffer(input);
  const { account: credit, reason } = incomeOf(payment);
  return [
    [
      {
        ...{ credit, reason, refersTo: causeOf(payment), name: "applied", debit: house.unsettled },
        ...{ amount: payments.amountCents, currency: "USD", nowMs },
      },
      { from: payments, where: settled(payment) },
    ],
  ];
}

function tokens({ payment, nowMs }: ApplyInput): Booking[] {
  const row = {
    refersTo: causeOf(payment),
    name: "tokens",
    debit: house.tokenIssue,
    credit: tokensOf(payment.userId),
    amount: TOKENS_FOR[payment.purpose],
    currency: "TOKEN",
    reason: "tokens-earned",
    nowMs,
  } as const;
  return row.amount > 0 ? [[row, { from: payments, where: settled(payment) }]] : [];
}

function recordDecision(db: Database, { payment, nowMs }: ApplyInput) {
  return recordAudit(
    db,
    {
      id: `settle:${payment.id}${isShort(payment) ? ":completed" : ""}`,
      actor: "system",
      action: sql<AuditAction>`'payment-' || state`,
      subject: causeOf(payment),
      detail: payments.reason,
      nowMs,
    },
    {
      from: payments,
      where: sql`id = ${payment.id} AND state IN ('settled', 'refunding') AND reason IS NOT 'underpaid'`,
    },
  );
}
