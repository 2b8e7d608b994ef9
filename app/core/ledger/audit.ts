import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { Database } from "~/db/client";
import { always, type RowSource, selectFrom } from "./transfer";

// Who did what to what. Ids and figures only, no personal data.

export type Actor = "system" | `user:${string}` | `operator:${string}` | `reader:${string}`;

export const byUser = (userId: string): Actor => `user:${userId}`;
export const byUserIn = (userId: SQLWrapper) => sql<Actor>`'user:' || ${userId}`;
export const byOperator = (operatorId: string): Actor => `operator:${operatorId}`;

export const byStaff = (userId: string) =>
  sql<Actor>`(SELECT users.role || ':' || users.id FROM users WHERE users.id = ${userId})`;

export type AuditAction =
  | "signed-up"
  | "signed-in"
  | "login-refused"
  | "signed-out"
  | "all-sessions-ended"
  | "data-taken"
  | "account-closed"
  | "personal-details-changed"
  | "email-changed"
  | "phone-changed"
  | "bank-details-changed"
  | "account-number-opened"
  | "payment-settled"
  | "payment-refunding"
  | "payment-refunded"
  | "payment-reversed"
  | "payment-restored"
  | "payment-given-back"
  | "payment-reread"
  | "certificate-reissued"
  | "certificate-voided"
  | "stake-resold"
  | "offer-ended"
  | "reward-paid"
  | "manual-refund-recorded"
  | "reward-released"
  | "reward-dropped"
  | "withdrawal-requested"
  | "withdrawal-paid"
  | "withdrawal-rejected"
  | "withdrawal-cancelled"
  | "withdrawal-returned"
  | "withdrawal-cleared"
  | "payout-proposed"
  | "payout-called-back"
  | "payout-run-made"
  | "payout-run-called-back"
  | "bank-columns-named"
  | "bank-answer-taken"
  | "bank-answer-marked"
  | "payout-account-viewed"
  | "list-taken"
  | "identity-checked"
  | "user-suspended"
  | "user-restored"
  | "payout-block-lifted"
  | "data-file-made"
  | "name-corrected"
  | "message-sent"
  | "support-answered"
  | "support-closed"
  | "setting-changed"
  | "change-proposed"
  | "change-confirmed"
  | "change-withdrawn"
  | "role-changed"
  | "exit-proposed"
  | "exit-withdrawn"
  | "exit-confirmed"
  | "exit-done"
  | "bid-drafted"
  | "bid-published"
  | "bid-withdrawn"
  | "bid-counted"
  | "cask-saved"
  | "cask-published"
  | "cask-withdrawn"
  | "sales-stopped"
  | "sales-resumed"
  | "gauge-recorded"
  | "valuation-recorded"
  | "evidence-added"
  | "work-ended"
  | "difference-explained"
  | "dead-letter-replayed"
  | "dead-letter-dropped"
  | "demo-data-complete";

export type AuditEntry = {
  /** Derived from the cause, so that a replay writes nothing, or a new id. */
  id: string | SQL;
  action: AuditAction | SQL<AuditAction>;
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
