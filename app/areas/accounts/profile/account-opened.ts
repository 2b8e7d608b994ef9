import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { bankDetails } from "~/db/schema/people";
import { byUser, recordAudit } from "~/core/ledger/audit";

type Opened = {
  auditId: string;
  userId: string;
  what: string;
  nowMs: number;
  live: SQL;
};

export function accountOpenedStatement(db: Database, { auditId, userId, what, nowMs, live }: Opened) {
  const user = byUser(userId);
  return recordAudit(
    db,
    { id: auditId, actor: user, action: "account-number-opened", subject: user, detail: what, nowMs },
    { from: bankDetails, where: sql`user_id = ${userId} AND account_number_sealed <> '' AND ${live}` },
  );
}
