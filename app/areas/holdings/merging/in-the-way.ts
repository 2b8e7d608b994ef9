import { type SQL, sql } from "drizzle-orm";
import { isUnderWay } from "~/areas/accounts/closing/under-way";
import { debtLeftCents } from "~/core/ledger/top-up-debt";
import { DAY_MS } from "~/domain/calendar-date";

// What keeps two accounts of one person from becoming one. Asked when it is proposed and confirmed, and by the statement that carries it out.

/** Card payments can be disputed so long: a top-up is taken back from the wallet it was paid into. */
const TOP_UP_MS = 120 * DAY_MS;

export type InTheWay =
  | "same-account"
  | "no-such-account"
  | "staff"
  | "account-suspended"
  | "received-before"
  | "other-way-round"
  | "account-closing"
  | "in-dispute"
  | "under-way"
  | "top-up-young"
  | "reward-between"
  | "documents";

/** Accounts as SQL: what `from` holds is to move to `into`. */
export type Pair = { from: SQL; into: SQL };

const inDispute = (
  userId: SQL,
): SQL => sql`(EXISTS (SELECT 1 FROM stakes WHERE stakes.user_id = ${userId} AND stakes.state = 'frozen')
  OR EXISTS (SELECT 1 FROM payments WHERE payments.user_id = ${userId} AND (payments.state = 'disputed'
    OR payments.purpose = 'top-up' AND payments.state <> 'settled' AND ${debtLeftCents} > 0)))`;
const isClosing = (userId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM account_closings AS closing WHERE closing.user_id = ${userId} AND closing.cancelled_at_ms IS NULL)`;
/** Still to be written: it would be in the name of whoever holds the stake then. */
const awaitsCertificate = (userId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM stakes WHERE stakes.user_id = ${userId} AND stakes.certificate_state = 'pending')`;

/** Names that are there and differ, but for capitals and spaces around them. */
const namesDiffer = ({
  from,
  into,
}: Pair): SQL => sql`EXISTS (SELECT 1 FROM users AS one JOIN users AS other ON other.id = ${into}
  WHERE one.id = ${from} AND lower(trim(one.full_name)) <> lower(trim(other.full_name)))`;

/** The first thing that is in the way, as text; NULL: nothing is. @param documentsSeen 0 or 1 */
export function inTheWay(pair: Pair, documentsSeen: SQL, nowMs: number): SQL {
  const { from, into } = pair;
  const either = (is: (userId: SQL) => SQL) => sql`(${is(from)} OR ${is(into)})`;
  const some = (which: SQL) => sql`EXISTS (SELECT 1 FROM users WHERE users.id IN (${from}, ${into}) AND ${which})`;
  const found: Record<InTheWay, SQL> = {
    "same-account": sql`${from} = ${into}`,
    "no-such-account": sql`(SELECT count(*) FROM users WHERE users.id IN (${from}, ${into}) AND users.closed_at_ms IS NULL) < 2`,
    staff: some(sql`users.role <> 'investor'`),
    "account-suspended": some(sql`users.suspended_at_ms IS NOT NULL`),
    "received-before": sql`EXISTS (SELECT 1 FROM account_mergers AS earlier WHERE earlier.into_user_id = ${from} AND earlier.merged_at_ms IS NOT NULL)`,
    "other-way-round": sql`EXISTS (SELECT 1 FROM users AS one JOIN users AS other ON other.id = ${into}
      WHERE one.id = ${from} AND one.activated_at_ms IS NOT NULL AND other.activated_at_ms IS NULL)`,
    "account-closing": either(isClosing),
    "in-dispute": either(inDispute),
    "under-way": either((userId) => sql`${isUnderWay(userId, nowMs)} OR ${awaitsCertificate(userId)}`),
    "top-up-young": sql`EXISTS (SELECT 1 FROM payments WHERE payments.user_id = ${from} AND payments.purpose = 'top-up'
      AND payments.state = 'settled' AND payments.created_at_ms > ${nowMs - TOP_UP_MS})`,
    "reward-between": sql`EXISTS (SELECT 1 FROM referrals WHERE referrals.state IN ('held', 'pending')
      AND (referrals.referrer_id = ${from} AND referrals.referred_id = ${into} OR referrals.referrer_id = ${into} AND referrals.referred_id = ${from}))`,
    documents: sql`${documentsSeen} = 0 AND ${namesDiffer(pair)}`,
  };
  const cases = Object.entries(found).map(([code, is]) => sql`WHEN ${is} THEN ${sql.raw(`'${code}'`)}`);
  return sql`CASE ${sql.join(cases, sql` `)} END`;
}
