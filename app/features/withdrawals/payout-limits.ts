import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";

// What keeps money that came in by fraud from going out fast. The figures are rows of `settings`; where one is missing nothing
// is allowed, so that a limit never ends by accident.

const DAY_MS = 86_400_000;
/** The time over which accounts and amounts are counted. */
const MONTH_MS = 30 * DAY_MS;

type Asked = { userId: string; marks: readonly string[]; nowMs: number };

const setting = (key: "withdrawal_requests_per_day" | "payout_accounts_per_month" | "identity_check_above_cents") =>
  sql`(SELECT value FROM settings WHERE key = ${key})`;

/** True while another request is allowed: not too many a day, and not to too many accounts a month. */
export function isWithinVelocity({ userId, marks, nowMs }: Asked): SQL {
  const [present] = marks;
  return sql`(SELECT count(*) FROM withdrawals AS recent WHERE recent.user_id = ${userId}
      AND recent.created_at_ms > ${nowMs - DAY_MS}) < ${setting("withdrawal_requests_per_day")}
    AND (SELECT count(DISTINCT recent.account_mark) FROM withdrawals AS recent WHERE recent.user_id = ${userId}
      AND recent.created_at_ms > ${nowMs - MONTH_MS} AND recent.account_mark <> ${present}) < ${setting("payout_accounts_per_month")}`;
}

/** The same question as a query, for the answer to a request that was refused. */
export function readWithinVelocity(db: Database, asked: Asked): Work<boolean> {
  const query = db.all<{ within: number | null }>(sql`SELECT ${isWithinVelocity(asked)} AS within`);
  return mapWork(row(query), (found) => found?.within === 1);
}

/** True while no payment of the person who asks is disputed: what is paid out then may have to be given back. */
export const hasNoDispute = sql`NOT EXISTS (SELECT 1 FROM payments
  WHERE payments.user_id = withdrawals.user_id AND payments.state = 'disputed')`;

/** True if what was paid within a month, with this, is below the limit, or the person's latest identity check was passed. */
export function isIdentified(nowMs: number): SQL {
  return sql`(withdrawals.amount_cents + (SELECT coalesce(sum(earlier.amount_cents), 0) FROM withdrawals AS earlier
      WHERE earlier.user_id = withdrawals.user_id AND earlier.state = 'paid' AND earlier.updated_at_ms > ${nowMs - MONTH_MS})
      <= coalesce(${setting("identity_check_above_cents")}, 0)
    OR (SELECT outcome FROM identity_checks WHERE identity_checks.user_id = withdrawals.user_id
      ORDER BY checked_at_ms DESC, id DESC LIMIT 1) IS 'passed')`;
}
