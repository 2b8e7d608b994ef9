import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { Statement } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { firstHourEnd, newSinceMs } from "~/domain/first-hour";

// How often checkouts may be started, as conditions of the insert that starts one. Only what was started counts, so a refusal does not
// lengthen the wait.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Behind a carrier's NAT thousands share one network: what it is charged is only what accounts begin that never paid the fee. */
const MOST_STARTS_AN_HOUR = { account: 20, network: 300 } as const;
/** This many per hour are allowed however much others on the network have used. */
const STARTS_OF_ANYBODY = 3;
/** Holds of one person on one cask in 24 hours that ended without a payment. */
const MOST_UNPAID_HOLDS_A_DAY = 6;

/** `network` is a keyed hash; null: not counted. */
export type Starter = { userId: string; network: string | null; nowMs: number };

const counterOf = (network: string | null) => `checkouts:${network}`;

export function startedTooOften({ userId, network, nowMs }: Starter): SQL {
  const begun = sql`(SELECT count(*) FROM payments AS begun
    WHERE begun.user_id = ${userId} AND begun.created_at_ms > ${nowMs - HOUR_MS})`;
  const byAccount = sql`${begun} >= ${MOST_STARTS_AN_HOUR.account}`;
  if (network === null) return sql`(${byAccount})`;
  return sql`(${byAccount} OR (${isUnproven(userId)} AND ${begun} >= ${STARTS_OF_ANYBODY}
    AND EXISTS (SELECT 1 FROM counters WHERE counters.key = ${counterOf(network)}
      AND counters.window_ends_at_ms > ${nowMs} AND counters.count >= ${MOST_STARTS_AN_HOUR.network})))`;
}

const isUnproven = (userId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM users AS starter WHERE starter.id = ${userId} AND starter.activated_at_ms IS NULL)`;

/** Letting holds lapse again and again must not keep a cask blocked. Changing the payment method is no new hold. */
export function heldTooOften({ userId, nowMs }: Starter, caskId: string | null): SQL {
  return sql`(SELECT count(*) FROM payments AS lapsed WHERE lapsed.user_id = ${userId} AND lapsed.cask_id = ${caskId}
    AND lapsed.created_at_ms > ${nowMs - DAY_MS} AND lapsed.state IN ('expired', 'cancelled')
    AND lapsed.reason IS NOT 'other-method') >= ${MOST_UNPAID_HOLDS_A_DAY}`;
}

/**
 * In the first hour of a cask: new accounts of one network have had as many stakes of it as they may. An account that had one counts once,
 * and may go on. Behind a carrier's address are thousands, so accounts of a week and more are never counted. At any other time it is
 * no condition at all.
 */
export function networkIsFull({ userId, network, nowMs }: Starter, caskId: string | null): SQL {
  if (network === null || caskId === null || firstHourEnd(nowMs) === null) return sql`false`;
  return sql`(${isNewAtLaunch(userId, caskId, nowMs)} AND NOT EXISTS (SELECT 1 FROM payments AS own WHERE own.user_id = ${userId} AND own.cask_id = ${caskId})
    AND EXISTS (SELECT 1 FROM counters JOIN settings AS most ON most.key = 'launch_accounts_per_network' AND most.value > 0
      WHERE counters.key = ${launchCounterOf(caskId, network)} AND counters.window_ends_at_ms > ${nowMs} AND counters.count >= most.value))`;
}

const launchCounterOf = (caskId: string, network: string) => `launch:${caskId}:${network}`;

const isNewAtLaunch = (userId: string, caskId: string, nowMs: number): SQL =>
  sql`EXISTS (SELECT 1 FROM casks AS launching JOIN users AS newcomer ON newcomer.id = ${userId}
    WHERE launching.id = ${caskId} AND launching.launches_on = ${dateOf(nowMs)} AND newcomer.created_at_ms > ${newSinceMs(nowMs)})`;

/** Counts the account in its network, if the start is its first of a cask in that cask's first hour. */
export function countAtLaunch(
  db: Database,
  paymentId: string,
  { userId, network, nowMs }: Starter,
  caskId: string | null,
): Statement[] {
  const endMs = firstHourEnd(nowMs);
  if (network === null || caskId === null || endMs === null) return [];
  return [
    db.run(sql`INSERT INTO counters (key, count, window_ends_at_ms)
      SELECT ${launchCounterOf(caskId, network)}, 1, ${endMs} FROM payments WHERE id = ${paymentId} AND created_at_ms = ${nowMs}
        AND ${isNewAtLaunch(userId, caskId, nowMs)}
        AND NOT EXISTS (SELECT 1 FROM payments AS earlier WHERE earlier.user_id = ${userId} AND earlier.cask_id = ${caskId} AND earlier.id <> ${paymentId})
      ON CONFLICT (key) DO UPDATE SET count = iif(window_ends_at_ms <= ${nowMs}, 1, count + 1), window_ends_at_ms = excluded.window_ends_at_ms`),
  ];
}

/** Counts the start in its network, if there was one and the account is not activated. */
export function countStart(db: Database, paymentId: string, { userId, network, nowMs }: Starter): Statement[] {
  if (network === null) return [];
  return [
    db.run(sql`INSERT INTO counters (key, count, window_ends_at_ms)
      SELECT ${counterOf(network)}, 1, ${nowMs + HOUR_MS} FROM payments WHERE id = ${paymentId} AND ${isUnproven(userId)}
      ON CONFLICT (key) DO UPDATE SET count = iif(window_ends_at_ms <= ${nowMs}, 1, count + 1),
        window_ends_at_ms = iif(window_ends_at_ms <= ${nowMs}, excluded.window_ends_at_ms, window_ends_at_ms)`),
  ];
}
