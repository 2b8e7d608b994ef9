import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { bankDetails } from "~/db/schema/people";
import { byUser, recordAudit } from "~/core/ledger/audit";

type Opened = {
  /** Chosen before writing, so that a replay adds no second row. */
  auditId: string;
  userId: string;
  /** What the number was opened for. */
  what: string;
  nowMs: number;
  live: SQL;
};

/** Records in the audit log that the saved account number was unsealed; writes nothing if none is saved. */
export function accountOpenedStatement(db: Database, { auditId, userId, what, nowMs, live }: Opened) {
  const user = byUser(userId);
  return recordAudit(
    db,
    { id: auditId, actor: user, action: "account-number-opened", subject: user, detail: what, nowMs },
    { from: bankDetails, where: sql`user_id = ${userId} AND account_number_sealed <> '' AND ${live}` },
  );
}
