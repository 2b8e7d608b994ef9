import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { bankDetails } from "~/db/schema/people";
import { byUser, recordAudit } from "~/features/ledger/audit";

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
  return recordAudit(
    db,
    {
      id: auditId,
      actor: byUser(userId),
      action: "account-number-opened",
      subject: `user:${userId}`,
      detail: what,
      nowMs,
    },
    { from: bankDetails, where: sql`user_id = ${userId} AND account_number_sealed <> '' AND ${live}` },
  );
}
