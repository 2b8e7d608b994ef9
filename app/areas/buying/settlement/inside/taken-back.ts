import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { referrals } from "~/db/schema/rewards";
import { TOKENS_FOR } from "~/domain/rewards";
import type { Payment } from "~/db/schema/payments";
import { house, rewardsPendingIn, tokensOf, type UsdAccount, walletIn, walletOf } from "~/core/ledger/accounts";
import { keepDeadLetter } from "~/core/ledger/dead-letter";
import { transfer } from "~/core/ledger/transfer";
import { incomeOf } from "./income-of";
import { isUndone, saleTakenBack } from "../undo-sale";
import { nthName } from "./nth-name";

export type TakeBack = {
  payment: Payment;
  /** The how manyeth time this payment is taken back, from 1. */
  time: number;
  /** True once this batch takes the payment back. */
  reversed: SQL;
  /** Where the money is now: away from the provider, or owed to the buyer until it is refunded. */
  to: UsdAccount;
  nowMs: number;
};

/** The rows that take back what a payment brought: the income, the tokens, the reward. Each time once. */
export function takenBack(db: Database, input: TakeBack) {
  const { payment, time, reversed, to, nowMs } = input;
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
        currency: "USD",
      },
      { where: sql`${reversed} AND NOT ${isUndone(payment)}` },
    ),
    ...saleTakenBack(db, payment, to, nowMs),
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

/** What the payment's stake has brought its buyer already is owed: its returns that were paid, and its sale. */
function paidOutIsOwed(db: Database, { payment, time, reversed, nowMs }: TakeBack) {
  const entry = {
    refersTo: `payment:${payment.id}`,
    debit: house.owedByInvestors,
    currency: "USD",
    reason: "reversal",
    nowMs,
  } as const;
  const stake = sql`(SELECT id FROM stakes WHERE payment_id = ${payment.id})`;
  const returns = sql<number>`(SELECT coalesce(sum(amount_cents), 0) FROM withdrawals WHERE stake_id = ${stake} AND withdrawals.state = 'paid')`;
  const resale = sql<number>`(SELECT coalesce(sum(credit_cents), 0) FROM offers WHERE offers.stake_id = ${stake} AND offers.state = 'sold')`;
  const sale = sql<number>`(${resale} + (SELECT coalesce(sum(amount), 0) FROM transfers WHERE refers_to = 'stake:' || ${stake}
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
    keepDeadLetter(
      db,
      {
        ...{
          id: soldOnLetter(payment.id, time),
          origin: "owed",
          body: { paymentId: payment.id, userId: payment.userId },
        },
        ...{ error: "sold-on", nowMs },
      },
      "stays",
      { where: sql`${reversed} AND ${resale} > 0` },
    ),
  ];
}

/** The letter about a stake that was sold on before its own payment was reversed. */
export const soldOnLetter = (paymentId: string, time: number) => `sold-on:${paymentId}:${nthName("reversal", time)}`;

/** The letter about a reward that was spent before it could be taken back. */
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
    currency: "USD",
    reason: "reversal",
    nowMs,
  } as const;
  return [
    transfer(
      db,
      { ...reward, debit: rewardsPendingIn(referrals.referrerId), amount: referrals.rewardCents },
      { from: referrals, where: sql`${ofReferral} AND state = 'pending'` },
    ),
    keepDeadLetter(
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
