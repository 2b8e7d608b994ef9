import { type SQL, sql } from "drizzle-orm";
import type { OutboxKind } from "~/core/outbox/kinds";
import type { Database } from "~/db/client";

type Cause = { subject: string | SQL; nowMs: number; dueMs?: number | SQL; many?: true; of?: SQL };

/** The statement that has work done later, once for each subject; it belongs in the batch of its cause. */
export const enqueue = (db: Database, kind: Exclude<OutboxKind, "send-notice">, cause: Cause) =>
  insert(db, kind, cause.subject, null, cause);

/** The same for a notice. @param notice a name of `notice_kinds`: the database refuses any other */
export const notify = (db: Database, notice: string, cause: Cause) =>
  insert(db, "send-notice", sql`${notice} || ':' || ${cause.subject}`, notice, cause);

function insert(db: Database, kind: string, subject: string | SQL, notice: string | null, cause: Cause) {
  const { nowMs, dueMs = nowMs, many, of = sql`` } = cause;
  return db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, urgent, available_at_ms, created_at_ms)
    SELECT ${`${kind}:`} || subject, ${kind}, subject, ${notice}, ${many ? -1 : 0}, due_ms, ${nowMs}
    FROM (SELECT ${subject} AS subject, ${dueMs} AS due_ms ${of}) WHERE true ON CONFLICT DO NOTHING`);
}

type Told = {
  notice: string;
  about: string;
  userId: string;
  nowMs: number;
  given: SQL;
  withFormerMs?: number;
  onlyFormer?: true;
};

/**
 * The statement that writes whom a notice about an account's safety goes to: every mailbox and phone number that the account has, or had
 * until a short while ago. A trigger tells each by a row of its own.
 */
export const notifyContacts = (db: Database, { notice, about, userId, nowMs, given, withFormerMs, onlyFormer }: Told) =>
  db.run(sql`INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
    SELECT ${`${notice}:${about}:`} || row_number() OVER (ORDER BY channel, address), user_id, ${notice}, channel, address, ${nowMs}
    FROM contacts WHERE user_id = ${userId} AND (until_ms IS NULL OR until_ms > ${nowMs - (withFormerMs ?? 0)}) AND ${given}
    GROUP BY channel, address ${onlyFormer ? sql`HAVING count(*) = count(until_ms)` : sql``} ON CONFLICT DO NOTHING`);

type ToldOperators = {
  notice: string;
  occasion: SQL;
  given?: { table: SQL; where: SQL };
  everyOne?: true;
  nowMs: number;
};

export function notifyOperators(db: Database, { notice, occasion, given, everyOne, nowMs }: ToldOperators) {
  const tables = given ? sql`users, ${given.table}` : sql`users`;
  const holds = given ? sql` AND ${given.where}` : sql``;
  return db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
    SELECT 'send-notice:' || subject, 'send-notice', subject, ${notice}, ${nowMs}, ${nowMs}
    FROM (SELECT ${notice} || ':' || users.id || ':' || ${occasion} AS subject FROM ${tables}
      WHERE users.role = 'operator' AND users.email IS NOT NULL AND ${everyOne ? sql`users.closed_at_ms` : sql`users.suspended_at_ms`} IS NULL${holds})
    WHERE true ON CONFLICT (id) DO NOTHING`);
}
