import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { rows, type Statement, type Work } from "~/db/work";
import { APART_MS } from "~/core/outbox/run-outbox";

// Whom a message is meant for, and who of them gets it.

/** From this number on two operators decide. */
export const MANY_PEOPLE = 11;

/** How long it takes until the last of so many has had their turn. */
export const minutesFor = (people: number): number => Math.ceil((people * APART_MS) / 60_000);

/** Rows of (user_id, email, state), one a person. What is about a cask one holds cannot be switched off. @param messageId of a draft, or of what is being sent */
const meant = (messageId: string): SQL => sql`SELECT users.id AS user_id, users.email,
    CASE WHEN users.suspended_at_ms IS NOT NULL THEN 'gone' WHEN meant.is_news AND EXISTS (SELECT 1 FROM notice_choices
      WHERE notice_choices.user_id = users.id AND topic = 'watching' AND wanted = 0) THEN 'not-wanted' ELSE 'waiting' END AS state
  FROM (SELECT stakes.user_id, 0 AS is_news FROM messages JOIN stakes ON stakes.cask_id = messages.cask_id AND stakes.state <> 'ended'
      WHERE messages.id = ${messageId} AND messages.audience = 'holders'
    UNION SELECT cask_watches.user_id, 1 FROM messages JOIN cask_watches ON cask_watches.cask_id = messages.cask_id
      WHERE messages.id = ${messageId} AND messages.audience = 'watchers') AS meant
  JOIN users ON users.id = meant.user_id`;

export type Counted = {
  /** 'waiting': gets it. */
  state: "waiting" | "not-wanted" | "gone";
  people: number;
  /** Those of them who have a mailbox. */
  byMail: number;
};

/** Of a draft. Reads every one who holds or watches the cask: that is what is asked. */
export function countAudience(db: Database, messageId: string): Work<Counted[]> {
  return rows(
    db.all<Counted>(sql`SELECT state, count(*) AS people, count(email) AS byMail
      FROM (${meant(messageId)}) AS audience
      WHERE EXISTS (SELECT 1 FROM messages WHERE id = ${messageId} AND messages.state = 'draft') GROUP BY state`),
  );
}

/** How many get it, counted no further than needed to know that they are many. */
export const upToMany = (messageId: string): SQL =>
  sql`(SELECT count(*) FROM (SELECT 1 FROM (${meant(messageId)}) WHERE state = 'waiting' LIMIT ${MANY_PEOPLE}))`;

/**
 * Fixes who gets it, and when their turn is; a trigger writes the row of the outbox for each. Again it adds nobody.
 * @param isSent true of the row of `messages` if it was sent in this very batch
 */
export const fixRecipients = (
  db: Database,
  { messageId, nowMs, isSent }: { messageId: string; nowMs: number; isSent: SQL },
): Statement =>
  db.run(sql`INSERT INTO message_recipients (message_id, user_id, state, due_at_ms, created_at_ms, done_at_ms)
    SELECT ${messageId}, user_id, state, ${nowMs} + (place - 1) * ${APART_MS}, ${nowMs}, iif(state = 'waiting', NULL, ${nowMs})
    FROM (SELECT user_id, state, row_number() OVER (PARTITION BY state ORDER BY user_id) AS place FROM (${meant(messageId)}))
    WHERE EXISTS (SELECT 1 FROM messages WHERE messages.id = ${messageId} AND ${isSent}) ON CONFLICT DO NOTHING`);
