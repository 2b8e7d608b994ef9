import { type SQL, sql } from "drizzle-orm";
import { tellContacts } from "~/core/outbox/tell-contacts";
import type { Database } from "~/db/client";
import { DAY_MS } from "~/domain/calendar-date";

// A thief with an open session must not burn what the owner has: everyone notified can stop the closing, and a change of contact may have
// been the thief's.

const WAIT_MS = 7 * DAY_MS;
const WAIT_AFTER_CHANGE_MS = 14 * DAY_MS;
const CHANGE_COUNTS_MS = 30 * DAY_MS;
/** Each one notifies many people, and no one needs to change their mind more often than this in a day. */
const MOST_A_DAY = 5;

export const closesFrom = (userId: string | SQL, nowMs: number): SQL =>
  sql`${nowMs} + iif(EXISTS (SELECT 1 FROM users AS changed WHERE changed.id = ${userId}
    AND changed.contact_changed_at_ms > ${nowMs - CHANGE_COUNTS_MS}), ${WAIT_AFTER_CHANGE_MS}, ${WAIT_MS})`;

export const askedTooOften = (userId: string, nowMs: number): SQL =>
  sql`(SELECT count(*) FROM account_closings AS lately WHERE lately.user_id = ${userId} AND lately.asked_at_ms > ${nowMs - DAY_MS}) >= ${MOST_A_DAY}`;

type Asked = { closingId: string; userId: string; nowMs: number };

export const tellOfClosing = (db: Database, { closingId, userId, nowMs }: Asked) =>
  tellContacts(db, {
    ...{ notice: "closing-asked", about: closingId, userId, nowMs, withFormerMs: CHANGE_COUNTS_MS },
    given: sql`EXISTS (SELECT 1 FROM account_closings WHERE id = ${closingId})`,
  });

export const hasWaited = (nowMs: number): SQL =>
  sql`coalesce(asked.closes_from_ms, asked.asked_at_ms + ${WAIT_MS}) <= ${nowMs}`;

/** Its purchase would be given up with the rest. */
export const notClosing = (userId: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM account_closings AS closing WHERE closing.user_id = ${userId} AND closing.cancelled_at_ms IS NULL)`;
