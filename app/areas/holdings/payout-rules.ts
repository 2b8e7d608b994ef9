import { type SQL, sql } from "drizzle-orm";
import { owes } from "~/core/ledger/debts";
import { setting } from "~/core/settings/setting";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";
import { DAY_MS } from "~/domain/calendar-date";

// An investor has time to notice an intruder in the account.

export const HOLD_MS = 48 * 3_600_000;

type OfUser = { userId: string; nowMs: number };

export function payableFrom(asked: OfUser & { marks: readonly string[] }): SQL {
  const { userId, marks, nowMs } = asked;
  const known = sql`(${sql.join(
    marks.map((mark) => sql`${mark}`),
    sql`, `,
  )})`;
  return sql`max(${nowMs}, ${heldAfterChange(userId)},
    iif(${wasPaidTo(userId, known)}, 0, ${nowMs + HOLD_MS}))`;
}

export type Hold = { why: "changed" | "new-account"; untilMs: number };

/** Before an account is typed, the saved one is expected. */
export function readHold(db: Database, { userId, nowMs }: OfUser): Work<Hold | null> {
  const saved = sql`(SELECT account_mark FROM bank_details WHERE bank_details.user_id = ${userId})`;
  const query = db.all<{ changedUntilMs: number; known: number }>(
    sql`SELECT ${heldAfterChange(userId)} AS changedUntilMs, ${wasPaidTo(userId, saved)} AS known`,
  );
  return mapWork(row(query), (found): Hold | null => {
    if (!found?.known) return { why: "new-account", untilMs: nowMs + HOLD_MS };
    return found.changedUntilMs > nowMs ? { why: "changed", untilMs: found.changedUntilMs } : null;
  });
}

function heldAfterChange(userId: string): SQL {
  return sql`max(coalesce((SELECT contact_changed_at_ms FROM users WHERE users.id = ${userId}) + ${HOLD_MS}, 0),
    coalesce((SELECT changed_at_ms FROM bank_details WHERE bank_details.user_id = ${userId}) + ${HOLD_MS}, 0))`;
}

function wasPaidTo(userId: string, marks: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM withdrawals AS earlier
    WHERE earlier.user_id = ${userId} AND earlier.state = 'paid' AND earlier.account_mark IN ${marks})`;
}

// Where a figure is missing in `settings` nothing is allowed, so that a limit never ends by accident.

const MONTH_MS = 30 * DAY_MS;

type BlockQuery = { userId: string; marks: readonly string[]; nowMs: number };

/** True while another request is accepted: each one sends emails, whatever becomes of it. */
export function isWithinRequests({ userId, nowMs }: Omit<BlockQuery, "marks">): SQL {
  return sql`(SELECT count(*) FROM withdrawals AS recent WHERE recent.user_id = ${userId}
    AND recent.created_at_ms > ${nowMs - DAY_MS}) < ${setting("withdrawal_requests_per_day")}`;
}

export function readWithinRequests(db: Database, asked: Omit<BlockQuery, "marks">): Work<boolean> {
  const query = db.all<{ within: number | null }>(sql`SELECT ${isWithinRequests(asked)} AS within`);
  return mapWork(row(query), (found) => found?.within === 1);
}

export function overLimit({ userId, marks, nowMs }: BlockQuery, amountCents: SQL): SQL {
  const [present] = marks;
  const since = (ms: number) => sql`FROM withdrawals AS recent WHERE recent.user_id = ${userId}
    AND recent.created_at_ms > ${nowMs - ms}`;
  const known = sql.join(
    marks.map((mark) => sql`${mark}`),
    sql`, `,
  );
  const standing = (ms: number) => {
    const counts = sql`recent.created_at_ms > ${nowMs - ms} AND recent.state IN ('progress', 'sending', 'paid')`;
    return sql`FROM withdrawals AS recent WHERE (recent.user_id = ${userId} AND ${counts})
      OR (recent.account_mark IN (${known}) AND recent.user_id <> ${userId} AND ${counts})`;
  };
  const count = (ms: number) => sql`(SELECT count(*) + 1 ${standing(ms)})`;
  const sum = (ms: number) => sql`(SELECT coalesce(sum(recent.amount_cents), 0) ${standing(ms)}) + ${amountCents}`;
  return sql`CASE
    WHEN ${count(DAY_MS)} > ${setting("payouts_per_day", 0)} THEN 'payouts_per_day'
    WHEN ${count(MONTH_MS)} > ${setting("payouts_per_month", 0)} THEN 'payouts_per_month'
    WHEN ${sum(DAY_MS)} > ${setting("payout_cents_per_day", 0)} THEN 'payout_cents_per_day'
    WHEN ${sum(MONTH_MS)} > ${setting("payout_cents_per_month", 0)} THEN 'payout_cents_per_month'
    WHEN (SELECT count(DISTINCT recent.account_mark) + 1 ${since(MONTH_MS)} AND recent.account_mark <> ${present})
      > ${setting("payout_accounts_per_month", 0)} THEN 'payout_accounts_per_month'
  END`;
}

export type PayoutBlock =
  "suspended" | "disputed" | "owes" | "identity-check-needed" | "identity-differs" | "review-needed" | "stop-asked";

export const isStakeTakenBack = sql<number>`EXISTS (SELECT 1 FROM stakes WHERE stakes.id = withdrawals.stake_id
  AND (stakes.state = 'frozen' OR stakes.freed_at_ms IS NOT NULL))`;

export type Trouble = PayoutBlock | "stake-frozen";

const isSuspended = sql`EXISTS (SELECT 1 FROM users WHERE users.id = withdrawals.user_id AND users.suspended_at_ms IS NOT NULL)`;

const isDisputed = sql`EXISTS (SELECT 1 FROM payments WHERE payments.user_id = withdrawals.user_id AND payments.state = 'disputed'
  AND NOT (payments.reason IS 'dispute-lost' AND EXISTS (SELECT 1 FROM dispute_lifts WHERE dispute_lifts.payment_id = payments.id)))`;

const isOwing = owes(sql`withdrawals.user_id`);

/** No one can pay it for now, so it is not late. */
export const isBlocked = sql`(withdrawals.stop_asked_at_ms IS NULL AND (${isStakeTakenBack} OR ${isSuspended} OR ${isDisputed} OR ${isOwing}))`;

export const ofOthersWithAccount = (table: string): SQL => {
  const [other, same] = [sql.raw(table), sql.raw(`${table}.account_mark = withdrawals.account_mark`)];
  return sql`((${same} AND ${other}.user_id < withdrawals.user_id) OR (${same} AND ${other}.user_id > withdrawals.user_id))`;
};

/** Their own wallet shows no block that rests on what others are paid; what pays asks for it in any case. */
type Asked = "anybody" | "who is signed in";

const hasSold = sql`EXISTS (SELECT 1 FROM offers WHERE offers.user_id = withdrawals.user_id AND offers.paid_at_ms IS NOT NULL)`;

/** Proceeds of sellers are paid to an account that no other person uses, unless an operator has compared the two since it was asked for. */
const isSharedBySeller = sql`(${hasSold} AND EXISTS (SELECT 1 FROM withdrawals AS others WHERE ${ofOthersWithAccount("others")})
  AND NOT EXISTS (SELECT 1 FROM identity_checks WHERE identity_checks.user_id = withdrawals.user_id
    AND outcome = 'passed' AND checked_at_ms >= withdrawals.created_at_ms))`;

/** A payout run counts all that is open, because it may take several of one person. */
export function needsIdentityCheck(counts: "what the bank has" | "all that is open", of: Asked = "anybody"): SQL {
  const isLeaving =
    counts === "all that is open" ? sql`others.state IN ('progress', 'sending')` : sql`others.state = 'sending'`;
  const paid = (what: SQL) =>
    sql`(SELECT ${what} FROM withdrawals AS earlier WHERE earlier.user_id = withdrawals.user_id AND earlier.state = 'paid')`;
  const shared = sql`(SELECT total(amount_cents) FILTER (WHERE ${isLeaving}) AS leaving, total(amount_cents) FILTER (WHERE others.state = 'paid') AS paid
    FROM withdrawals AS others WHERE ${ofOthersWithAccount("others")})`;
  const byOthers = (column: SQL) => (of === "anybody" ? sql`+ shared.${column}` : sql``);
  const leaving = sql`withdrawals.amount_cents ${byOthers(sql`leaving`)} + (SELECT coalesce(sum(others.amount_cents), 0) FROM withdrawals AS others
    WHERE others.user_id = withdrawals.user_id AND ${isLeaving} AND others.id <> withdrawals.id)`;
  const inAll = sql`${leaving} ${byOthers(sql`paid`)} + ${paid(sql`coalesce(sum(earlier.amount_cents), 0)`)}`;
  const isAbove = sql`(${inAll} > ${setting("identity_total_above_cents", 0)}
        OR (NOT EXISTS ${paid(sql`1`)} AND ${leaving} > ${setting("identity_first_payout_above_cents", 0)}))`;
  return sql`((${of === "anybody" ? sql`EXISTS (SELECT 1 FROM ${shared} AS shared WHERE ${isAbove})` : isAbove} OR ${hasSold})
    AND (SELECT outcome FROM identity_checks WHERE identity_checks.user_id = withdrawals.user_id
      ORDER BY checked_at_ms DESC, id DESC LIMIT 1) IS NOT 'passed')`;
}

/** Parts of a large amount need the identity check too. */
export function payoutBlock(of: Asked = "anybody"): SQL<PayoutBlock | null> {
  // A person who is logged in is not suspended: their own pages need not ask.
  return sql<PayoutBlock | null>`CASE
    WHEN withdrawals.state NOT IN ('progress', 'sending') THEN NULL
    ${of === "anybody" ? sql`WHEN ${isSuspended} THEN 'suspended'` : sql``}
    WHEN withdrawals.stop_asked_at_ms IS NOT NULL THEN 'stop-asked'
    WHEN ${isDisputed} THEN 'disputed'
    WHEN ${isOwing} THEN 'owes'
    ${of === "anybody" ? sql`WHEN ${isSharedBySeller} THEN 'identity-differs'` : sql``}
    WHEN ${needsIdentityCheck("what the bank has", of)} THEN 'identity-check-needed'
    WHEN withdrawals.over_limit IS NOT NULL AND withdrawals.cleared_at_ms IS NULL THEN 'review-needed'
  END`;
}

export const whyBlocked = sql<Trouble | null>`iif(${isStakeTakenBack}, 'stake-frozen', ${payoutBlock()})`;
