import { sql } from "drizzle-orm";
import { pendingReward } from "~/areas/accounts/rewards/decide-reward";
import { isPublished } from "~/areas/casks/cask-conditions";
import type { Deps } from "~/core/deps";
import { house, tokensOf } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { looksLikeOne } from "~/core/ledger/same-person";
import { notify } from "~/core/outbox/enqueue";
import { type Cause, transferAll } from "~/core/ledger/transfer";
import { bookSale, sellStake } from "~/core/resale";
import type { Database } from "~/db/client";
import { type Payment, payments, referrals } from "~/db/schema/payments";
import { TOKENS_FOR } from "~/domain/rewards";
import type { SessionState } from "~/integrations/payments/port";
import { freeOverdue, hasEnded, incomeOf, isSettled, justPaid, stillHere, writeState } from "./payment-state";

// Money confirmed by the provider becomes exactly one thing: what was bought, or a refund that is due. It is one batch in which
// every statement checks the row it depends on, so a replay or a parallel copy changes nothing. By trigger (migrations/0003_outbox.sql) the
// buyer is told, the certificate is made, and what is 'refunding' goes back.

type ApplyInput = {
  payment: Payment;
  isReferred: boolean;
  isCrowded: boolean;
  nowMs: number;
  stakeId: string;
  certificateId: string;
  certificateCode: string;
};

export type AppliedState = "settled" | "refunding" | "done";

/** A payment, and what is known before its batch of which statements it needs. Whether a person was referred is known from the moment they signed up. */
export type KnownPayment = Pick<ApplyInput, "payment" | "isReferred" | "isCrowded">;

export async function applyPayment(deps: Deps, found: KnownPayment, session: SessionState): Promise<AppliedState> {
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
    session.paid &&
    session.amountCents === payment.amountCents &&
    session.currency === "USD" &&
    session.paymentId === payment.id;
  const { apply, refused, book } = bought(payment);
  const wrong = session.paid ? "wrong-amount" : "underpaid";
  const reason = rightMoney ? refused : wrong;
  const statements = [
    markPaid(db, input, session),
    ...(rightMoney ? apply(db, input) : []),
    // What could not be applied is refunded.
    db.run(
      sql`UPDATE payments SET state = 'refunding', reason = ${reason}, updated_at_ms = ${input.nowMs} WHERE id = ${payment.id} AND state = 'paid'`,
    ),
    transferAll(db, [received(input), ...book(payment, input.nowMs), ...tokens(input)]),
    recordDecision(db, input),
  ];
  const state = await writeState(db, payment.id, statements);
  return state === "settled" || state === "refunding" ? state : "done";
}

function bought({ purpose, caskId, offerId }: Payment) {
  if (purpose === "joining-fee") return { apply: feeStatements, refused: "already-activated", book };
  const refused = sql`iif(${hasEnded(caskId)}, 'cask-sold', 'no-stake-left')`;
  return offerId === null ? { apply: stakeStatements, refused, book } : { apply: sold, refused, book: bookSale };
}

type Booking = Parameters<typeof transferAll>[1][number];

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

/**
 * Turns a paid stake payment into a numbered stake with a certificate to be issued. If the hold has ended, it takes a free
 * stake; if there is none, the payment stays 'paid' and the caller's next statement refunds it.
 */
function stakeStatements(db: Database, input: ApplyInput) {
  const { payment, isCrowded, nowMs, stakeId } = input;
  return [
    // Overdue holds of others must not cost a late payer a stake that is really free.
    ...(isCrowded ? [freeOverdue(db, sql`cask_id = ${payment.caskId}`, nowMs)] : []),
    db.run(sql`UPDATE reservations SET state = 'paid', released_at_ms = iif(state = 'held', ${nowMs}, released_at_ms)
      WHERE payment_id = ${payment.id} AND ${justPaid(payment.id)} AND ${stillHere(payment.userId)}
      AND NOT ${hasEnded(payment.caskId)}
      AND (state = 'held' OR (state = 'expired' AND EXISTS (
        SELECT 1 FROM casks WHERE casks.id = reservations.cask_id AND ${isPublished} AND sold_stakes + reserved_stakes < total_stakes)))`),
    // A number that a refund has set free goes first, so that the numbers sold have no gap once it is taken.
    db.run(sql`INSERT INTO stakes (id, cask_id, number, sale_number, user_id, payment_id, price_cents, purchased_at_ms)
      SELECT ${stakeId}, casks.id, coalesce(freed.number, casks.sold_stakes + 1), coalesce(freed.sale_number, 0) + 1, ${payment.userId},
        ${payment.id}, ${payment.amountCents}, ${nowMs}
      FROM reservations JOIN casks ON casks.id = reservations.cask_id LEFT JOIN stakes AS freed ON freed.id = (SELECT id FROM stakes
        WHERE stakes.cask_id = casks.id AND freed_at_ms IS NOT NULL AND sold_again_at_ms IS NULL ORDER BY stakes.number LIMIT 1)
      WHERE reservations.payment_id = ${payment.id} AND reservations.state = 'paid'
        AND NOT EXISTS (SELECT 1 FROM stakes WHERE payment_id = ${payment.id})`),
    ...boughtStatements(db, input),
  ];
}

const sold = (db: Database, input: ApplyInput) => {
  const { payment, stakeId, nowMs } = input;
  const allowed = sql`${justPaid(payment.id)} AND ${stillHere(payment.userId)} AND NOT ${hasEnded(payment.caskId)}`;
  return [...sellStake(db, { payment, stakeId, allowed, nowMs }), ...boughtStatements(db, input)];
};

function boughtStatements(db: Database, input: ApplyInput) {
  const { payment, isReferred, nowMs, certificateId, certificateCode } = input;
  return [
    db.run(sql`UPDATE payments SET state = 'settled', updated_at_ms = ${nowMs}
      WHERE id = ${payment.id} AND state = 'paid' AND EXISTS (SELECT 1 FROM stakes WHERE payment_id = ${payment.id})`),
    // Only the first: one that was made void since is not replaced by a late copy of this batch.
    db.run(sql`INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms)
      SELECT ${certificateId}, stakes.id, ${certificateCode}, ${`certificates/${certificateId}.pdf`}, ${nowMs}
      FROM stakes WHERE payment_id = ${payment.id} AND certificate_id IS NULL ON CONFLICT DO NOTHING`),
    ...(isReferred ? rewardStatements(db, input) : []),
  ];
}

/** The first stake of a referred user earns the referrer their reward. If both look like one person, an operator decides first. */
function rewardStatements(db: Database, { payment, nowMs }: ApplyInput) {
  return [
    db.run(sql`UPDATE referrals SET state = 'held', payment_id = ${payment.id}
      WHERE referred_id = ${payment.userId} AND state = 'inactive' AND ${isSettled(payment.id)}
        AND ${looksLikeOne(referrals.referredId, referrals.referrerId)}`),
    db.run(sql`UPDATE referrals SET state = 'pending', payment_id = ${payment.id}
      WHERE referred_id = ${payment.userId} AND state = 'inactive' AND ${isSettled(payment.id)} AND ${stillHere(sql`referrer_id`)}`),
    notify(db, "referral-earned", {
      subject: payment.userId,
      nowMs,
      of: sql`FROM referrals WHERE referred_id = ${payment.userId} AND payment_id = ${payment.id} AND state = 'pending'`,
    }),
    pendingReward(db, payment.userId, {
      where: sql`referred_id = ${payment.userId} AND payment_id = ${payment.id} AND state = 'pending'`,
      nowMs,
    }),
  ];
}

const causeOf = (payment: Payment): Cause => `payment:${payment.id}`;
const settled = (payment: Payment) => sql`id = ${payment.id} AND state = 'settled'`;

function markPaid(db: Database, { payment, nowMs }: ApplyInput, session: SessionState) {
  const receivedCents = session.paid ? session.amountCents : session.arrivedCents;
  return db.run(sql`UPDATE payments SET state = 'paid', received_cents = ${receivedCents}, provider_payment_id = ${session.providerPaymentId},
      provider_session_id = coalesce(provider_session_id, ${session.sessionId}), updated_at_ms = ${nowMs}
    WHERE id = ${payment.id} AND state IN ('created', 'open', 'expired', 'cancelled', 'failed')`);
}

/** Received money is owed to the buyer until it is applied or refunded: `house.unsettled` must never go below zero, so this is the first. */
const received = ({ payment, nowMs }: ApplyInput): Booking => [
  {
    refersTo: causeOf(payment),
    name: "received",
    debit: house.provider(payment.provider),
    credit: house.unsettled,
    amount: payments.receivedCents,
    reason: "payment-received",
    nowMs,
  },
  { from: payments, where: sql`id = ${payment.id} AND state IN ('settled', 'refunding') AND received_cents > 0` },
];

function book(payment: Payment, nowMs: number): Booking[] {
  const { account: credit, reason } = incomeOf(payment);
  return [
    [
      {
        credit,
        reason,
        refersTo: causeOf(payment),
        name: "applied",
        debit: house.unsettled,
        amount: payments.amountCents,
        nowMs,
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
      id: `settle:${payment.id}`,
      actor: "system",
      action: sql`'payment-' || state`,
      subject: causeOf(payment),
      detail: payments.reason,
      nowMs,
    },
    { from: payments, where: sql`id = ${payment.id} AND state IN ('settled', 'refunding')` },
  );
}
