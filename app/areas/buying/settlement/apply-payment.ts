import { sql } from "drizzle-orm";
import { pendingReward } from "~/areas/accounts/rewards/referral-reward";
import { isPublished } from "~/areas/casks/cask-conditions";
import { advancedOn, standingAdvances } from "~/areas/casks/exits/advances";
import type { Deps } from "~/core/deps";
import { house, tokensOf } from "~/core/ledger/accounts";
import { type AuditAction, recordAudit } from "~/core/ledger/audit";
import { looksLikeOne } from "~/core/ledger/same-person";
import { type Cause, transferAll } from "~/core/ledger/transfer";
import { setting } from "~/core/settings/setting";
import type { Database } from "~/db/client";
import { offers } from "~/db/schema/offers";
import { type Payment, payments } from "~/db/schema/payments";
import { referrals } from "~/db/schema/rewards";
import { usualHoldDays } from "~/domain/offers";
import { TOKENS_FOR } from "~/domain/rewards";
import type { SessionState } from "~/integrations/payments/port";
import { hasEnded, incomeOf, isSettled, justPaid, stillHere, writeState } from "./payment-state";
import { bookCompleted, isShort, markCompleted } from "./record-underpaid";

// Money confirmed by the provider becomes exactly one thing: what was bought, or a refund that is due. It is one batch in which
// every statement checks the row it depends on, so a replay or a parallel copy changes nothing.

/** The input of one settlement batch; ids are chosen before writing. */
type ApplyInput = {
  payment: Payment;
  /** Whether the buyer was referred. */
  isReferred: boolean;
  /** Whether overdue holds of others stand on its cask. */
  isCrowded: boolean;
  nowMs: number;
  stakeId: string;
  certificateId: string;
  certificateCode: string;
};

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
    ...(completes ? markCompleted(db, input, session) : [markPaid(db, input, session)]),
    ...apply,
    // What could not be applied is refunded; a trigger adds the outbox row when the state changes.
    db.run(
      sql`UPDATE payments SET state = 'refunding', reason = ${reason}, updated_at_ms = ${input.nowMs} WHERE id = ${payment.id} AND state = 'paid'`,
    ),
    ...(completes ? bookCompleted(db, input) : []),
    transferAll(db, [...(completes ? [] : [received(input)]), ...sale(input), ...tokens(input)]),
    recordDecision(db, input),
  ];
  const state = await writeState(db, payment.id, statements);
  return state === "settled" || state === "refunding" ? state : "done";
}

const APPLY = { stake: stakeStatements, "joining-fee": feeStatements };
const applyOf = ({ offerId, purpose }: Payment) => (offerId === null ? APPLY[purpose] : offerStatements);

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
    ...(isCrowded ? [freeOverdue(db, input)] : []),
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

/** What follows from the buyer's stake: the payment is settled, there is a certificate, and whoever referred the buyer may earn a reward. */
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

/** Overdue holds of others must not cost a late payer a stake that is really free. */
const freeOverdue = (db: Database, { payment, nowMs }: ApplyInput) =>
  db.run(sql`UPDATE payments SET state = 'expired', updated_at_ms = ${nowMs}
    WHERE cask_id = ${payment.caskId} AND state IN ('created', 'open') AND expires_at_ms <= ${nowMs}`);

/** The first stake of a referred user earns the referrer their reward. If both look like one person, an operator decides first. */
function rewardStatements(db: Database, { payment, nowMs }: ApplyInput) {
  return [
    db.run(sql`UPDATE referrals SET state = 'held', payment_id = ${payment.id}
      WHERE referred_id = ${payment.userId} AND state = 'inactive' AND ${isSettled(payment.id)}
        AND ${looksLikeOne(referrals.referredId, referrals.referrerId)}`),
    db.run(sql`UPDATE referrals SET state = 'pending', payment_id = ${payment.id}
      WHERE referred_id = ${payment.userId} AND state = 'inactive' AND ${isSettled(payment.id)} AND ${stillHere(sql`referrer_id`)}`),
    pendingReward(db, payment.userId, {
      where: sql`referred_id = ${payment.userId} AND payment_id = ${payment.id} AND state = 'pending'`,
      nowMs,
    }),
  ];
}

/**
 * Turns the payment for an offer into the buyer's holding: the seller's ends and its certificate is void, the buyer's begins with one of its
 * own and keeps the high-water mark. If the offer is gone, the payment stays 'paid' and the caller's next statement refunds it.
 */
function offerStatements(db: Database, input: ApplyInput) {
  const { payment, nowMs, stakeId } = input;
  const { id, offerId, userId, caskId, mode } = payment;
  const open = sql`offers.id = ${offerId} AND offers.state = 'open'`;
  const isSold = sql`EXISTS (SELECT 1 FROM stakes WHERE stakes.id = ${stakeId})`;
  const holdDays =
    mode === "Bank"
      ? setting("proceeds_hold_days_card", usualHoldDays.card)
      : setting("proceeds_hold_days_crypto", usualHoldDays.crypto);
  const takenOff = sql`min(offers.price_cents - offers.fee_cents, ${advancedOn(sql`offers.stake_id`)})`;
  return [
    db.run(sql`UPDATE stakes SET state = 'ended', state_at_ms = ${nowMs}, resold_at_ms = ${nowMs}
      WHERE id = (SELECT stake_id FROM offers WHERE ${open}) AND state = 'active' AND ${justPaid(id)} AND ${stillHere(userId)} AND NOT ${hasEnded(caskId)}
        AND NOT EXISTS (SELECT 1 FROM payments AS others WHERE others.offer_id = ${offerId} AND others.state IN ('created', 'open')
          AND others.expires_at_ms > ${nowMs})`),
    db.run(sql`INSERT INTO stakes (id, cask_id, number, sale_number, holder_number, user_id, payment_id, price_cents, mark_cents, purchased_at_ms)
      SELECT ${stakeId}, sold.cask_id, sold.number, sold.sale_number, (SELECT max(chain.holder_number) + 1 FROM stakes AS chain
          WHERE chain.cask_id = sold.cask_id AND chain.number = sold.number AND chain.sale_number = sold.sale_number),
        ${userId}, ${id}, offers.price_cents, max(sold.price_cents, sold.mark_cents, coalesce((SELECT max(reckoned_to_cents) FROM withdrawals AS advances
          WHERE advances.stake_id = sold.id AND ${standingAdvances}), 0)), ${nowMs}
      FROM offers JOIN stakes AS sold ON sold.id = offers.stake_id
      WHERE ${open} AND sold.resold_at_ms = ${nowMs} AND ${justPaid(id)} AND NOT EXISTS (SELECT 1 FROM stakes AS made WHERE made.payment_id = ${id})`),
    db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = ${nowMs}
      WHERE stake_id = (SELECT stake_id FROM offers WHERE ${open}) AND state <> 'void' AND ${isSold}`),
    ...boughtStatements(db, input),
    db.run(sql`UPDATE offers SET state = 'sold', new_stake_id = ${stakeId}, sold_at_ms = ${nowMs},
      payable_from_ms = ${nowMs} + ${holdDays} * 86400000, advanced_cents = ${takenOff}, credit_cents = price_cents - fee_cents - ${takenOff}
      WHERE ${open} AND ${isSold}`),
    recordAudit(
      db,
      {
        ...{ id: `stake-resold:${stakeId}`, actor: "system", action: "stake-resold" },
        ...{ subject: sql`'stake:' || offers.stake_id`, detail: stakeId, nowMs },
      },
      { from: offers, where: sql`offers.new_stake_id = ${stakeId}` },
    ),
  ];
}

/** Of what the buyer paid: the fee of both sides, the returns that were advanced, and the proceeds, which are on hold. */
export const SALE_PARTS = ["resale-fee", "resale-advance", "resale-proceeds"] as const;

function saleOfOffer({ payment, nowMs }: ApplyInput): Booking[] {
  const parts = {
    "resale-fee": { credit: house.resaleFees, amount: sql<number>`2 * fee_cents` },
    "resale-advance": { credit: house.returns, amount: sql<number>`advanced_cents` },
    "resale-proceeds": { credit: house.resale, amount: sql<number>`credit_cents` },
  };
  return SALE_PARTS.map((name): Booking => [
    {
      ...{ refersTo: `payment:${payment.id}`, name, debit: house.unsettled, currency: "USD", reason: name, nowMs },
      ...parts[name],
    },
    {
      from: offers,
      where: sql`new_stake_id = (SELECT id FROM stakes WHERE payment_id = ${payment.id}) AND offers.state = 'sold' AND ${parts[name].amount} > 0`,
    },
  ]);
}

const causeOf = (payment: Payment): Cause => `payment:${payment.id}`;
const settled = (payment: Payment) => sql`id = ${payment.id} AND state = 'settled'`;

function markPaid(db: Database, { payment, nowMs }: ApplyInput, session: SessionState) {
  return db.run(sql`UPDATE payments SET state = 'paid', received_cents = ${session.amountCents}, provider_payment_id = ${session.providerPaymentId},
      provider_session_id = coalesce(provider_session_id, ${session.sessionId}), updated_at_ms = ${nowMs}
    WHERE id = ${payment.id} AND state IN ('created', 'open', 'expired', 'cancelled', 'failed')`);
}

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
