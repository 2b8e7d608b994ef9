import type { Database } from "~/db/client";
import type { OperatorAccess } from "~/core/session/guarded";
import { byUser, recordAudit } from "~/core/ledger/audit";
import { endOffers } from "~/core/resale";
import { mapWork, row, type Statement, type Work, writeThenRead } from "~/db/work";
import { suspensions } from "~/db/schema/account-states";
import { type SQL, sql } from "drizzle-orm";
import { users } from "~/db/schema/people";

export type ActOnUser = { userId: string; operator: OperatorAccess };

export type ActOnUserOutcome = { ok: true } | { ok: false; code: "no-such-user" | "closed" | "not-allowed" };

/** Purchases they have paid for are settled all the same. */
export function suspendUser(
  db: Database,
  { suspensionId, reason, ...by }: ActOnUser & { suspensionId: string; reason: string },
): Work<ActOnUserOutcome> {
  const { userId, operator } = by;
  const { userId: operatorId, nowMs } = operator;
  const statements = [
    db.run(sql`INSERT INTO suspensions (id, user_id, operator_id, reason, suspended_at_ms)
      SELECT ${suspensionId}, users.id, ${operatorId}, ${reason}, ${nowMs} FROM users
      WHERE users.suspended_at_ms IS NULL AND ${mayActOn(by)} ON CONFLICT DO NOTHING`),
    db.run(sql`UPDATE users SET suspended_at_ms = ${nowMs}, session_epoch = session_epoch + 1
      WHERE id = ${userId} AND suspended_at_ms IS NULL
        AND EXISTS (SELECT 1 FROM suspensions WHERE suspensions.id = ${suspensionId} AND suspensions.user_id = users.id AND restored_at_ms IS NULL)`),
    endOffers(db, {
      which: sql`offers.user_id = ${userId} AND EXISTS (SELECT 1 FROM suspensions WHERE suspensions.id = ${suspensionId})`,
      reason: "operator",
      nowMs,
    }),
    recordAudit(
      db,
      {
        id: `user-suspended:${suspensionId}`,
        by: operator,
        action: "user-suspended",
        subject: byUser(userId),
        // The reason may name a person, so it is kept in a row that erasure can blank.
        detail: suspensionId,
      },
      { from: suspensions, where: sql`id = ${suspensionId}` },
    ),
  ];
  return standing(db, by, statements, sql`suspended_at_ms IS NOT NULL`);
}

export function restoreUser(db: Database, { auditId, ...by }: ActOnUser & { auditId: string }): Work<ActOnUserOutcome> {
  const { userId, operator } = by;
  const { userId: operatorId, nowMs } = operator;
  const shutOut = sql`users.suspended_at_ms IS NOT NULL AND ${mayActOn(by)}`;
  const statements = [
    recordAudit(
      db,
      { id: auditId, by: operator, action: "user-restored", subject: byUser(userId) },
      { where: sql`EXISTS (SELECT 1 FROM users WHERE ${shutOut})` },
    ),
    db.run(sql`UPDATE suspensions SET restored_by = ${operatorId}, restored_at_ms = ${nowMs}
      WHERE user_id = ${userId} AND restored_at_ms IS NULL AND EXISTS (SELECT 1 FROM users WHERE ${shutOut})`),
    db.run(sql`UPDATE users SET suspended_at_ms = NULL WHERE ${shutOut}`),
  ];
  return standing(db, by, statements, sql`suspended_at_ms IS NULL`);
}

/** Operators do not act on their own account. */
const mayActOn = ({ userId, operator }: ActOnUser): SQL =>
  sql`users.id = ${userId} AND users.id <> ${operator.userId} AND users.closed_at_ms IS NULL`;

function standing(db: Database, { userId }: ActOnUser, statements: Statement[], isDone: SQL): Work<ActOnUserOutcome> {
  const query = db.all<{ closed: number; done: number }>(
    sql`SELECT closed_at_ms IS NOT NULL AS closed, ${isDone} AS done FROM users WHERE id = ${userId}`,
  );
  return mapWork(writeThenRead(statements, row(query)), (now): ActOnUserOutcome => {
    if (!now) return { ok: false, code: "no-such-user" };
    if (now.closed) return { ok: false, code: "closed" };
    return now.done ? { ok: true } : { ok: false, code: "not-allowed" };
  });
}

export function endUserSessions(
  db: Database,
  { auditId, ...by }: ActOnUser & { auditId: string },
): Work<ActOnUserOutcome> {
  const { userId, operator } = by;
  const { nowMs } = operator;
  const liveOne = sql`EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = ${userId} AND sessions.epoch = users.session_epoch
    AND sessions.revoked_at_ms IS NULL AND sessions.expires_at_ms > ${nowMs})`;
  const ending = sql`${mayActOn(by)} AND ${liveOne}`;
  const statements = [
    recordAudit(
      db,
      { id: auditId, by: operator, action: "all-sessions-ended", subject: byUser(userId) },
      { where: sql`EXISTS (SELECT 1 FROM users WHERE ${ending})` },
    ),
    db.run(sql`UPDATE users SET session_epoch = session_epoch + 1 WHERE ${ending}`),
  ];
  return standing(db, by, statements, sql`NOT ${liveOne}`);
}

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
  return standing(db, by, statements, sql`${count} = 0`);
}
