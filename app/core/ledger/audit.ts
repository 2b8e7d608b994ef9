import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { Database } from "~/db/client";
import { always, type RowSource, selectFrom } from "./transfer";

// The log of who did what. Ids and figures only, no personal data.

export type Actor = "system" | `user:${string}` | `operator:${string}` | `reader:${string}`;

export const byUser = (userId: string): Actor => `user:${userId}`;
export const byUserIn = (userId: SQLWrapper) => sql<Actor>`'user:' || ${userId}`;
export const byOperator = (operatorId: string): Actor => `operator:${operatorId}`;

export const byStaff = (userId: string) =>
  sql<Actor>`(SELECT users.role || ':' || users.id FROM users WHERE users.id = ${userId})`;

export type AuditEntry = {
  /** Derived from the cause, so that a replay writes nothing, or a new id. */
  id: string | SQL;
  /** What was done: 'payment-settled'. */
  action: string | SQL;
  subject: string | SQL;
  detail?: string | SQLWrapper | null;
} & ({ by: { userId: string; nowMs: number } } | { actor: Actor | SQL<Actor>; nowMs: number });

/** It belongs in the batch of what it records. */
export function recordAudit(db: Database, entry: AuditEntry, source: RowSource = always) {
  const { id, action, subject, detail = null } = entry;
  const { actor, nowMs } = "by" in entry ? { actor: byOperator(entry.by.userId), nowMs: entry.by.nowMs } : entry;
  return db.run(sql`INSERT INTO audit_log (id, actor, action, subject, detail, created_at_ms)
    SELECT ${id}, ${actor}, ${action}, ${subject}, ${detail}, ${nowMs} ${selectFrom(source)} ON CONFLICT (id) DO NOTHING`);
}
