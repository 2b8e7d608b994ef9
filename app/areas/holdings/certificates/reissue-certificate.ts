import { eq, sql } from "drizzle-orm";
import { recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { certificates } from "~/db/schema/stakes";
import { mapWork, row, together, type Work, writeThenRead } from "~/db/work";

/** True while the stake of a row of `certificates` is its holder's, and the holder's account is open. */
const stakeStands = sql`EXISTS (SELECT 1 FROM stakes JOIN users AS holders ON holders.id = stakes.user_id
  WHERE stakes.id = certificates.stake_id AND stakes.state = 'active' AND holders.closed_at_ms IS NULL)`;

/** Operators do not decide about themselves. */
const holdsNo = (userId: string) =>
  sql`NOT EXISTS (SELECT 1 FROM stakes AS own WHERE own.id = certificates.stake_id AND own.user_id = ${userId})`;

type Voiding = { certificateId: string; reason: string; operator: OperatorAccess };

export type VoidOutcome = { ok: true } | { ok: false; code: "no-such-certificate" | "void-otherwise" | "not-allowed" };

export function voidCertificate(db: Database, input: Voiding): Work<VoidOutcome> {
  const { certificateId, reason, operator } = input;
  const { userId: operatorId, nowMs } = operator;
  const auditId = `void:${certificateId}`;
  const statements = [
    recordAudit(
      db,
      {
        id: auditId,
        by: operator,
        action: "certificate-voided",
        subject: `certificate:${certificateId}`,
        detail: reason,
      },
      {
        from: certificates,
        where: sql`certificates.id = ${certificateId} AND certificates.state <> 'void' AND ${stakeStands}
          AND ${holdsNo(operatorId)}`,
      },
    ),
    db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = ${nowMs}, withheld = 1
      WHERE id = ${certificateId} AND state <> 'void' AND EXISTS (SELECT 1 FROM audit_log WHERE audit_log.id = ${auditId})`),
  ];
  const after = together({
    now: row(db.select({ state: certificates.state }).from(certificates).where(eq(certificates.id, certificateId))),
    ours: row(db.all<{ detail: string }>(sql`SELECT detail FROM audit_log WHERE id = ${auditId}`)),
  });
  return mapWork(writeThenRead(statements, after), ({ now, ours }): VoidOutcome => {
    if (ours) return ours.detail === reason ? { ok: true } : { ok: false, code: "void-otherwise" };
    if (!now) return { ok: false, code: "no-such-certificate" };
    return { ok: false, code: now.state === "void" ? "void-otherwise" : "not-allowed" };
  });
}

type Reissue = { certificateId: string; newId: string; newCode: string; operator: OperatorAccess };

export type ReissueOutcome =
  { ok: true; certificateId: string } | { ok: false; code: "no-such-certificate" | "not-reissuable" | "not-allowed" };

export function reissueCertificate(db: Database, input: Reissue): Work<ReissueOutcome> {
  const { certificateId, newId, newCode, operator } = input;
  const { userId: operatorId, nowMs } = operator;
  const auditId = `reissue:${certificateId}`;
  const decided = sql`EXISTS (SELECT 1 FROM audit_log WHERE audit_log.id = ${auditId} AND audit_log.detail = ${newId})`;
  const canBe = sql`certificates.id = ${certificateId} AND (certificates.state = 'issued' OR certificates.withheld = 1) AND ${stakeStands}`;
  const statements = [
    recordAudit(
      db,
      {
        id: auditId,
        by: operator,
        action: "certificate-reissued",
        subject: `certificate:${certificateId}`,
        detail: newId,
      },
      { from: certificates, where: sql`${canBe} AND ${holdsNo(operatorId)}` },
    ),
    db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = coalesce(voided_at_ms, ${nowMs}), withheld = 0
      WHERE id = ${certificateId} AND ${decided}`),
    db.run(sql`INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms)
      SELECT ${newId}, stake_id, ${newCode}, ${`certificates/${newId}.pdf`}, ${nowMs} FROM certificates AS old
      WHERE old.id = ${certificateId} AND ${decided} ON CONFLICT DO NOTHING`),
  ];
  const after = together({
    old: row(
      db
        .select({ canBe: sql<number>`(${canBe})` })
        .from(certificates)
        .where(eq(certificates.id, certificateId)),
    ),
    placed: row(db.all<{ detail: string }>(sql`SELECT detail FROM audit_log WHERE id = ${auditId}`)),
  });
  return mapWork(writeThenRead(statements, after), ({ old, placed }): ReissueOutcome => {
    if (placed) return { ok: true, certificateId: placed.detail };
    if (!old) return { ok: false, code: "no-such-certificate" };
    return { ok: false, code: old.canBe ? "not-allowed" : "not-reissuable" };
  });
}
