import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { users } from "~/db/schema/people";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { byUser, recordAudit } from "~/core/ledger/audit";
import { type ActOnUser, type ActOnUserOutcome, mayActOn } from "./suspend-user";

export function liftPayoutBlock(
  db: Database,
  { auditId, ...by }: ActOnUser & { auditId: string },
): Work<ActOnUserOutcome> {
  const { userId, operator } = by;
  const { userId: operatorId, nowMs } = operator;
  const held = sql`payments.user_id = ${userId} AND payments.state = 'disputed' AND payments.reason = 'dispute-lost'
    AND NOT EXISTS (SELECT 1 FROM dispute_lifts WHERE dispute_lifts.payment_id = payments.id)`;
  const count = sql`(SELECT count(*) FROM payments WHERE ${held})`;
  const statements = [
    recordAudit(
      db,
      {
        id: auditId,
        by: operator,
        action: "payout-block-lifted",
        subject: byUser(userId),
        detail: sql`(SELECT group_concat(payments.id) FROM payments WHERE ${held})`,
      },
      { from: users, where: sql`${mayActOn(by)} AND ${count} > 0` },
    ),
    db.run(sql`INSERT INTO dispute_lifts (payment_id, operator_id, lifted_at_ms)
      SELECT payments.id, ${operatorId}, ${nowMs} FROM payments JOIN users ON users.id = payments.user_id
      WHERE ${held} AND ${mayActOn(by)}`),
  ];
  const query = db.all<{ left: number }>(sql`SELECT ${count} AS left FROM users WHERE id = ${userId}`);
  return mapWork(writeThenRead(statements, row(query)), (now): ActOnUserOutcome => {
    if (!now) return { ok: false, code: "no-such-user" };
    return now.left === 0 ? { ok: true } : { ok: false, code: "not-allowed" };
  });
}
