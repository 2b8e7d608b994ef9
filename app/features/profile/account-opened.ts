import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";

type Opened = {
  /** Chosen before: makes the row one. */
  auditId: string;
  userId: string;
  /** What it was opened for. */
  what: string;
  nowMs: number;
  live: SQL;
};

/** Every time the saved account number is unsealed the audit log says so; nothing is written where none is saved. */
export function accountOpenedStatement(db: Database, { auditId, userId, what, nowMs, live }: Opened) {
  return db.run(sql`INSERT INTO audit_log (id, actor, action, subject, detail, created_at_ms)
    SELECT ${auditId}, ${`user:${userId}`}, 'account-number-opened', ${`user:${userId}`}, ${what}, ${nowMs}
    FROM bank_details WHERE user_id = ${userId} AND account_number_sealed <> '' AND ${live} ON CONFLICT (id) DO NOTHING`);
}
