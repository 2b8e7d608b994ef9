import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { identityChecks } from "~/db/schema/account-states";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { byUser, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";

type IdentityCheck = { checkId: string; userId: string; outcome: "passed" | "failed"; operator: OperatorAccess };

/** The latest check counts. Documents and numbers are not kept here. */
export function recordIdentityCheck(db: Database, check: IdentityCheck): Work<boolean> {
  const { checkId, userId, outcome, operator } = check;
  const { userId: operatorId, nowMs } = operator;
  const statements = [
    db.run(sql`INSERT INTO identity_checks (id, user_id, operator_id, outcome, checked_at_ms)
      SELECT ${checkId}, users.id, ${operatorId}, ${outcome}, ${nowMs} FROM users
      WHERE users.id = ${userId} AND users.id <> ${operatorId}
      ON CONFLICT (id) DO NOTHING`),
    recordAudit(
      db,
      {
        id: `identity-check:${checkId}`,
        by: operator,
        action: "identity-checked",
        subject: byUser(userId),
        detail: outcome,
      },
      { from: identityChecks, where: sql`id = ${checkId}` },
    ),
  ];
  const made = db.all<{ made: number }>(
    sql`SELECT count(*) AS made FROM identity_checks WHERE id = ${checkId} AND user_id = ${userId} AND outcome = ${outcome}`,
  );
  return mapWork(writeThenRead(statements, row(made)), (found) => found?.made === 1);
}
