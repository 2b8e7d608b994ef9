import { type SQL, sql } from "drizzle-orm";
import { caskPath, stakePath } from "~/content/page-paths";
import type { PushedNotice } from "~/content/push-texts";
import type { Database } from "~/db/client";
import type { Deps } from "~/core/deps";
import { isStillToBeHad, isToldAnyway, whoWatches } from "~/areas/casks/watching/who-watches";
import { rewardsPath, walletRowPath } from "./row-address";

/** Whose devices are told of a notice, and what it opens there. */
export type NoticePlace = { userId: string; path: string };

type Ids = readonly [string, ...string[]];
type Found = { userId: string; stakeId?: string | null };
type Finder = { query: (ids: Ids) => SQL; path: (found: Found, ids: Ids) => string };

const ofPayment: Finder = {
  query: ([id]) => sql`SELECT user_id AS userId FROM payments WHERE id = ${id}`,
  path: (_found, [id]) => walletRowPath(id),
};

const ofWithdrawal: Finder = {
  query: ([id]) => sql`SELECT user_id AS userId FROM withdrawals WHERE id = ${id}`,
  path: (_found, [id]) => walletRowPath(id),
};

/** Of several stakes in one cask the first that was bought. */
const stakeOf = (caskId: SQL, userId: string | undefined, state: SQL) => sql`SELECT user_id AS userId, id AS stakeId
  FROM stakes WHERE cask_id = ${caskId} AND user_id = ${userId ?? ""} AND ${state} ORDER BY purchased_at_ms, number LIMIT 1`;

const toStake = ({ stakeId }: Found, [id]: Ids) => (stakeId ? stakePath(stakeId) : walletRowPath(id));

const watcherOf = (caskId: string, userId = "") =>
  sql`SELECT users.id AS userId FROM ${whoWatches(caskId, userId)} AND ${isStillToBeHad}`;

const toCask = (_found: Found, [id]: Ids) => caskPath(id);

const finders: Record<PushedNotice, Finder> = {
  "payment-settled": {
    query: ([id]) => sql`SELECT payments.user_id AS userId, stakes.id AS stakeId FROM payments
      LEFT JOIN stakes ON stakes.payment_id = payments.id WHERE payments.id = ${id}`,
    path: toStake,
  },
  "payment-refunding": ofPayment,
  "payment-underpaid": ofPayment,
  "payment-reversed": ofPayment,
  "withdrawal-requested": ofWithdrawal,
  "withdrawal-paid": ofWithdrawal,
  "withdrawal-rejected": ofWithdrawal,
  "withdrawal-cancelled": ofWithdrawal,
  "bank-changed": {
    query: ([id]) => sql`SELECT user_id AS userId FROM bank_details WHERE user_id = ${id}`,
    path: () => "/settings",
  },
  "contact-changed": {
    query: ([id]) => sql`SELECT user_id AS userId FROM contact_changes WHERE id = ${id}`,
    path: () => "/settings",
  },
  "contact-added": {
    query: ([id]) => sql`SELECT id AS userId FROM users WHERE id = ${id}`,
    path: () => "/settings",
  },
  "closing-asked": {
    query: ([id]) => sql`SELECT user_id AS userId FROM account_closings WHERE id = ${id} AND closed_at_ms IS NULL`,
    path: () => "/close-account",
  },
  "new-valuation": {
    query: ([id, userId]) =>
      stakeOf(sql`(SELECT cask_id FROM valuations WHERE id = ${id})`, userId, sql`state = 'active'`),
    path: toStake,
  },
  "cask-sold": {
    query: ([id, userId]) =>
      stakeOf(sql`(SELECT cask_id FROM cask_exits WHERE id = ${id})`, userId, sql`state <> 'frozen'`),
    path: toStake,
  },
  "certificate-ready": {
    query: ([id]) => sql`SELECT stakes.user_id AS userId, stakes.id AS stakeId FROM certificates
      JOIN stakes ON stakes.id = certificates.stake_id WHERE certificates.id = ${id} AND certificates.state = 'issued'`,
    path: toStake,
  },
  "referral-earned": {
    query: ([id]) => sql`SELECT referrer_id AS userId FROM referrals WHERE referred_id = ${id}`,
    path: () => rewardsPath,
  },
  "cask-opens": {
    query: ([, userId]) => sql`SELECT id AS userId FROM users WHERE id = ${userId ?? ""}`,
    path: toCask,
  },
  "watched-opens": {
    // Sent once: devices of people who hear of every opening show that notice instead.
    query: ([id, userId]) => sql`${watcherOf(id, userId)} AND NOT ${isToldAnyway}`,
    path: toCask,
  },
  "watched-closes": { query: ([id, userId]) => watcherOf(id, userId), path: toCask },
  "support-answered": {
    query: ([id]) => sql`SELECT support_requests.user_id AS userId FROM support_answers
      JOIN support_requests ON support_requests.id = support_answers.request_id
      WHERE support_answers.id = ${id} AND support_requests.user_id IS NOT NULL`,
    path: () => "/customer-support",
  },
};

/** The address of the row in a mail: the one that a device opens too. */
export async function placeUrl(
  { db, origin }: Pick<Deps, "db" | "origin">,
  notice: PushedNotice,
  ids: Ids,
): Promise<string> {
  return `${origin}${(await placeOf(db, notice, ids))?.path ?? "/wallet"}`;
}

/** null: nothing is left to tell of. One round trip. @param ids the part of the subject after the notice's name */
export async function placeOf(db: Database, notice: PushedNotice, ids: Ids): Promise<NoticePlace | null> {
  const { query, path } = finders[notice];
  const [found] = await db.all<Found>(query(ids));
  return found ? { userId: found.userId, path: path(found, ids) } : null;
}
