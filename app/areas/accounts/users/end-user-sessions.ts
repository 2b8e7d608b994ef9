import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { byUser, recordAudit } from "~/core/ledger/audit";
import { type ActOnUser, type ActOnUserOutcome, mayActOn } from "./suspend-user";

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
  const query = db.all<{ closed: number; left: number }>(
    sql`SELECT closed_at_ms IS NOT NULL AS closed, ${liveOne} AS left FROM users WHERE id = ${userId}`,
  );
  return mapWork(writeThenRead(statements, row(query)), (now): ActOnUserOutcome => {
    if (!now) return { ok: false, code: "no-such-user" };
    if (now.closed) return { ok: false, code: "closed" };
    return now.left ? { ok: false, code: "not-allowed" } : { ok: true };
  });
}
