import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, rows, together, type Work } from "~/db/work";
import { countAudience } from "~/areas/notices/messages/audience";
import { messageSubject } from "~/areas/notices/messages/waits-for-second";
import { operatorsAtWork, proposalsAbout } from "~/core/proposals/list-proposals";

export type ReviewedMessage = {
  id: string;
  caskId: string;
  caskName: string;
  audience: "holders" | "watchers";
  subject: string;
  body: string;
  version: number;
  state: "draft" | "sent" | "dropped";
  draftedBy: string;
  draftedAtMs: number;
  endedBy: string | null;
  endedAtMs: number | null;
  /** How many more who may write work now, counted to two. */
  mayWrite: number;
};

export type Outcome = { state: "waiting" | "sent" | "no-address" | "not-wanted" | "gone"; people: number };
export type FailingMail = { userId: string; tries: number; error: string; sinceMs: number | null; isGivenUp: number };

/** The first of them: the rest is in Trouble. */
const MOST_FAILING = 25;

/** One message: whom it would reach while it is a draft, what became of it once it is sent. null: there is none. */
export function readMessage(db: Database, messageId: string, nowMs: number) {
  const kind = sql`iif(messages.audience = 'holders', 'holder-message', 'watcher-message')`;
  const read = together({
    message: row(
      db.all<ReviewedMessage>(sql`SELECT messages.id, cask_id AS caskId, casks.name AS caskName, audience, subject, body, messages.version, messages.state,
          drafted_by AS draftedBy, drafted_at_ms AS draftedAtMs, ended_by AS endedBy, ended_at_ms AS endedAtMs,
          ${operatorsAtWork()} AS mayWrite
        FROM messages JOIN casks ON casks.id = messages.cask_id WHERE messages.id = ${messageId}`),
    ),
    counted: countAudience(db, messageId),
    outcomes: rows(
      db.all<Outcome>(
        sql`SELECT state, count(*) AS people FROM message_recipients WHERE message_id = ${messageId} GROUP BY state`,
      ),
    ),
    failing: rows(
      db.all<FailingMail>(sql`SELECT message_recipients.user_id AS userId, outbox.attempts AS tries, outbox.last_error AS error,
          outbox.failing_since_ms AS sinceMs, outbox.done_at_ms IS NOT NULL AS isGivenUp
        FROM messages JOIN message_recipients ON message_recipients.message_id = messages.id AND message_recipients.state = 'waiting'
          JOIN outbox ON outbox.id = 'send-notice:' || ${kind} || ':' || messages.id || ':' || message_recipients.user_id
        WHERE messages.id = ${messageId} AND outbox.last_error IS NOT NULL LIMIT ${MOST_FAILING}`),
    ),
    casks: readCaskChoices(db, sql`(SELECT cask_id FROM messages WHERE id = ${messageId})`),
    proposals: proposalsAbout(db, nowMs, messageSubject(messageId)),
  });
  return mapWork(read, ({ message, ...rest }) => (message ? { message, ...rest } : null));
}

export type CaskChoice = { value: string; label: string };

const MOST_CASKS = 100;

/** What a message may be about: the casks that close last, and the one asked for. */
export function readCaskChoices(db: Database, caskId: string | SQL): Work<CaskChoice[]> {
  const last = sql`SELECT id, name FROM casks WHERE state = 'published' AND ended_on IS NULL ORDER BY closes_on DESC LIMIT ${MOST_CASKS}`;
  return rows(
    db.all<CaskChoice>(
      sql`SELECT id AS value, name AS label FROM (SELECT * FROM (${last}) UNION SELECT id, name FROM casks WHERE id = ${caskId}) ORDER BY name`,
    ),
  );
}
