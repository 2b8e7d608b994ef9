import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";
import { type Account, rewardsPendingOf, tokensOf, walletOf } from "~/core/ledger/accounts";
import { hasWaited } from "./closing-wait";

/** A payment that was given up may still be paid this long, above all in crypto. */
const LATE_PAYMENT_MS = 86_400_000;

const openPayments = (userId: SQL, nowMs: number) => sql`SELECT 1 FROM payments WHERE payments.user_id = ${userId} AND (
  payments.state IN ('created', 'open', 'paid', 'refunding', 'disputed')
  OR (payments.state IN ('expired', 'cancelled', 'failed') AND payments.created_at_ms > ${nowMs - LATE_PAYMENT_MS}))`;
const openWithdrawals = (userId: SQL) => sql`SELECT 1 FROM withdrawals
  WHERE withdrawals.user_id = ${userId} AND withdrawals.state NOT IN ('paid', 'rejected', 'cancelled', 'returned')`;
const activeStakes = (userId: SQL) =>
  sql`SELECT 1 FROM stakes WHERE stakes.user_id = ${userId} AND stakes.state = 'active'`;
const stakesBeingCredited = (userId: SQL) => sql`SELECT 1 FROM stakes JOIN casks ON casks.id = stakes.cask_id
  WHERE stakes.user_id = ${userId} AND stakes.state = 'active' AND casks.ended_on IS NOT NULL`;
const money = (userId: SQL) => sql`SELECT 1 FROM accounts
  WHERE accounts.user_id = ${userId} AND accounts.currency = 'USD' AND accounts.credits_total > accounts.debits_total`;
/** Tokens too: they are worth no money, but no one else must be able to burn them either. */
const holdings = (userId: SQL) => sql`EXISTS (${activeStakes(userId)}) OR EXISTS (SELECT 1 FROM accounts
  WHERE accounts.user_id = ${userId} AND accounts.credits_total > accounts.debits_total)`;
const unwrittenCertificates = (
  userId: SQL,
) => sql`SELECT 1 FROM certificates JOIN stakes ON stakes.id = certificates.stake_id
  WHERE stakes.user_id = ${userId} AND stakes.state <> 'active' AND certificates.state = 'pending'`;

const proceedsOnHold = (userId: SQL) => sql`SELECT offers.credit_cents AS cents FROM offers
  WHERE offers.user_id = ${userId} AND offers.state = 'sold' AND offers.paid_at_ms IS NULL`;

const whatIsUnderWay = (userId: SQL, nowMs: number): SQL[] => [
  stakesBeingCredited(userId),
  openWithdrawals(userId),
  openPayments(userId, nowMs),
  proceedsOnHold(userId),
  unwrittenCertificates(userId),
];

export const sumOnHold = (userId: SQL) => sql`(SELECT coalesce(sum(cents), 0) FROM (${proceedsOnHold(userId)}))`;

/** Stays true while its own batch runs. */
export function nothingInTheWay(userId: SQL, nowMs: number): SQL {
  return sql`asked.cancelled_at_ms IS NULL AND asked.closed_at_ms IS NULL
    AND (${hasWaited(nowMs)} OR NOT (${holdings(userId)}))
    AND (asked.give_up_stakes = 1 OR NOT EXISTS (${activeStakes(userId)}))
    AND (asked.give_up_balance = 1 OR NOT EXISTS (${money(userId)}))
    ${sql.join(whatIsUnderWay(userId, nowMs).map((rows) => sql`AND NOT EXISTS (${rows})`))}`;
}

export type WhatIsLeft = {
  stakes: number;
  walletCents: number;
  pendingCents: number;
  tokens: number;
  withdrawals: number;
  payments: number;
  proceedsCents: number;
  asked: { giveUpStakes: boolean; giveUpBalance: boolean; askedAtMs: number; closesFromMs: number } | null;
};

type Counts = Omit<WhatIsLeft, "asked"> & {
  giveUpStakes: number | null;
  giveUpBalance: number | null;
  askedAtMs: number | null;
  closesFromMs: number | null;
};

export function readWhatIsLeft(db: Database, userId: string, nowMs: number): Work<WhatIsLeft> {
  const user = sql`${userId}`;
  const count = (rows: SQL) => sql`(SELECT count(*) FROM (${rows}))`;
  const balance = (account: Account) =>
    sql`(SELECT coalesce(sum(credits_total - debits_total), 0) FROM accounts WHERE id = ${account})`;
  const query =
    db.all<Counts>(sql`SELECT ${count(activeStakes(user))} AS stakes, ${count(openWithdrawals(user))} AS withdrawals,
      ${count(openPayments(user, nowMs))} AS payments,
      ${sumOnHold(user)} AS proceedsCents, ${balance(walletOf(userId))} AS walletCents, ${balance(rewardsPendingOf(userId))} AS pendingCents,
      ${balance(tokensOf(userId))} AS tokens, give_up_stakes AS giveUpStakes, give_up_balance AS giveUpBalance, asked_at_ms AS askedAtMs, closes_from_ms AS closesFromMs
    FROM (SELECT 1) LEFT JOIN account_closings ON user_id = ${user} AND cancelled_at_ms IS NULL AND closed_at_ms IS NULL`);
  return mapWork(row(query), (found) => {
    if (!found) throw new Error("a row of counts is always there");
    const { giveUpStakes, giveUpBalance, askedAtMs, closesFromMs, ...left } = found;
    const asked = askedAtMs !== null && {
      giveUpStakes: giveUpStakes === 1,
      giveUpBalance: giveUpBalance === 1,
      askedAtMs,
      closesFromMs: closesFromMs ?? askedAtMs,
    };
    return { ...left, asked: asked || null };
  });
}
