import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { OutboxKind } from "./kinds";

type Cause = {
  subject: string | SQL;
  nowMs: number;
  dueMs?: number | SQL;
  many?: true;
  of?: SQL;
};

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
