import { type SQL, sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { house, rewardsPendingIn, tokensOf, type UsdAccount, walletIn, walletOf } from "~/core/ledger/accounts";
import { recordDeadLetter } from "~/core/ledger/dead-letter";
import { transfer, transferAll } from "~/core/ledger/transfer";
import { bookUndone, isUndone, soldFor, undoSale } from "~/core/resale";
import type { Database } from "~/db/client";
import { type Payment, referrals } from "~/db/schema/payments";
import { TOKENS_FOR } from "~/domain/rewards";
import { incomeOf, nthName } from "./payment-state";

export type NewCertificate = { certificateId: string; certificateCode: string };

export const newCertificate = ({ newId, newCode }: Deps): NewCertificate => ({
  certificateId: newId("crt"),
  certificateCode: newCode(),
});

type TakeBack = NewCertificate & {
  payment: Payment;
  /** Counted from 1. */
  time: number;
  reversed: SQL;
  /** Where the money is now: away from the provider, or owed to the buyer until it is refunded. */
  to: UsdAccount;
  nowMs: number;
};

export const takeBack = (db: Database, input: TakeBack) => [
  ...freezeBought(db, input),
  ...undoSale(db, input),
  ...takenBack(db, input),
];

function freezeBought(db: Database, { payment, reversed, nowMs }: TakeBack) {
  return [
    db.run(
      sql`UPDATE stakes SET state = 'frozen', state_at_ms = ${nowMs} WHERE payment_id = ${payment.id} AND state = 'active' AND ${reversed}`,
    ),
    db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = ${nowMs}
      WHERE state <> 'void' AND stake_id IN (SELECT id FROM stakes WHERE payment_id = ${payment.id}) AND ${reversed}`),
    endActivation(db, payment, reversed),
  ];
}

/** A fee paid again since the first event about this one keeps the account active. */
function endActivation(db: Database, { userId, purpose }: Payment, reversed: SQL) {
  return db.run(sql`UPDATE users SET activated_at_ms = NULL WHERE id = ${userId} AND ${purpose === "joining-fee" ? 1 : 0} = 1 AND ${reversed}
      AND NOT EXISTS (SELECT 1 FROM payments WHERE user_id = ${userId} AND purpose = 'joining-fee' AND state = 'settled')`);
}

function takenBack(db: Database, input: TakeBack) {
  const { payment, time, reversed, to, nowMs } = input;
  const sale = bookUndone(payment, to, nowMs);
  const ofPayment = { refersTo: `payment:${payment.id}`, reason: "reversal", nowMs } as const;
  return [
    transfer(
      db,
      {
        ...ofPayment,
        name: nthName("reversal", time),
        debit: incomeOf(payment).account,
        credit: to,
        amount: payment.amountCents,
      },
      { where: sql`${reversed} AND NOT ${isUndone(payment)}` },
    ),
    ...(sale.length > 0 ? [transferAll(db, sale)] : []),
    transfer(
      db,
      {
        ...ofPayment,
        name: nthName("tokens-reversal", time),
        debit: tokensOf(payment.userId),
        credit: house.tokenIssue,
        amount: TOKENS_FOR[payment.purpose],
        currency: "TOKEN",
      },
      { where: reversed },
    ),
    ...rewardTakenBack(db, input),
    ...paidOutIsOwed(db, input),
  ];
}

function paidOutIsOwed(db: Database, { payment, time, reversed, nowMs }: TakeBack) {
  const entry = { refersTo: `payment:${payment.id}`, debit: house.owedByInvestors, reason: "reversal", nowMs } as const;
  const stake = sql`(SELECT id FROM stakes WHERE payment_id = ${payment.id})`;
  const returns = sql<number>`(SELECT coalesce(sum(amount_cents), 0) FROM withdrawals WHERE stake_id = ${stake} AND withdrawals.state = 'paid')`;
  const soldOn = soldFor(stake);
  const sale = sql<number>`(${soldOn} + (SELECT coalesce(sum(amount), 0) FROM transfers WHERE refers_to = 'stake:' || ${stake}
    AND credit_account_id = ${walletOf(payment.userId)} AND transfers.reason IN ('cask-sale', 'provider-buy-back')))`;
  return [
    transfer(
      db,
      { ...entry, name: nthName("owed", time), credit: house.returns, amount: returns },
      { where: sql`${reversed} AND ${returns} > 0` },
    ),
    transfer(
      db,
      { ...entry, name: nthName("owed-sale", time), credit: house.ownStakes, amount: sale },
      { where: sql`${reversed} AND ${sale} > 0` },
    ),
    recordDeadLetter(
      db,
      {
        id: soldOnLetter(payment.id, time),
        origin: "owed",
        body: { paymentId: payment.id, userId: payment.userId },
        error: "sold-on",
        nowMs,
      },
      "stays",
      { where: sql`${reversed} AND ${soldOn} > 0` },
    ),
  ];
}

export const soldOnLetter = (paymentId: string, time: number) => `sold-on:${paymentId}:${nthName("reversal", time)}`;

export const spentRewardLetter = (referredId: string, time: number) =>
  `reward:${referredId}:${nthName("reversal", time)}`;

/**
 * A reward that is pending goes from there; one that was paid goes from the wallet it was paid into. A wallet is never overdrawn:
 * what is no longer in it is left to a person.
 */
function rewardTakenBack(db: Database, { payment, time, reversed, nowMs }: TakeBack) {
  const ofReferral = sql`referred_id = ${payment.userId} AND payment_id = ${payment.id} AND ${reversed}`;
  const inWallet = sql`(SELECT credits_total - debits_total FROM accounts WHERE accounts.id = ${walletIn(referrals.referrerId)})`;
  const reward = {
    refersTo: `referral:${payment.userId}`,
    name: nthName("reversal", time),
    credit: house.promotions,
    reason: "reversal",
    nowMs,
  } as const;
  return [
    transfer(
      db,
      { ...reward, debit: rewardsPendingIn(referrals.referrerId), amount: referrals.rewardCents },
      { from: referrals, where: sql`${ofReferral} AND state = 'pending'` },
    ),
    recordDeadLetter(
      db,
      {
        id: spentRewardLetter(payment.userId, time),
        origin: "reward",
        body: { referredId: payment.userId, paymentId: payment.id },
        error: "reward-spent",
        nowMs,
      },
      "stays",
      { from: referrals, where: sql`${ofReferral} AND state = 'paid' AND ${inWallet} < reward_cents` },
    ),
    transfer(
      db,
      { ...reward, debit: walletIn(referrals.referrerId), amount: sql<number>`min(reward_cents, ${inWallet})` },
      { from: referrals, where: sql`${ofReferral} AND state = 'paid' AND ${inWallet} > 0` },
    ),
    db.run(sql`UPDATE referrals SET state = 'reversed' WHERE ${ofReferral} AND state IN ('held', 'pending', 'paid')`),
  ];
}
